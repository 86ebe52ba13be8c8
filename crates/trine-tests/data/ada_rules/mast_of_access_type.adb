--  RM 9.3(2): An allocated task depends on the master of the access type, not on the block of the
--  allocator.
--  Answer: END
procedure Mast_Of_Access_Type is
   task type T is
      entry E (N : out Integer);
   end T;
   type Ref is access T;
   task body T is
   begin
      accept E (N : out Integer) do
         N := 4;
      end E;
   end T;
   R : Ref;
   N : Integer := 0;
begin
   declare
      L : constant Ref := new T;
   begin
      R := L;
   end;
   R.E (N);
   pragma Assert (N = 4);
   pragma Assert (False, "END");
end Mast_Of_Access_Type;
