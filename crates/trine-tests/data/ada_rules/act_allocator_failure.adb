--  RM 9.2(5): An allocator whose task fails in its activation raises Tasking_Error.
--  Answer: END, activation fails Constraint_Error
procedure Act_Allocator_Failure is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
   task type T;
   type Ref is access T;
   task body T is
      P : Positive := Zero;
   begin
      P := P + 1;
   end T;
   A : Ref;
   Caught : Boolean := False;
begin
   begin
      A := new T;
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end;
   pragma Assert (Caught and A = null);
   pragma Assert (False, "END");
end Act_Allocator_Failure;
