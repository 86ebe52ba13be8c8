--  RM 9.3(2): Allocated tasks of an inner access type are awaited at the end of its block.
--  Answer: END
procedure Mast_Of_Inner_Access_Type is
   N : Integer := 0;
   task type T;
   task body T is
   begin
      delay 0.001;
      N := N + 1;
   end T;
begin
   declare
      type Ref is access T;
      R : Ref := new T;
   begin
      R := null;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Mast_Of_Inner_Access_Type;
