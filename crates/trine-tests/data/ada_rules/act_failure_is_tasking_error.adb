--  RM 9.2(5): When an activation fails, Tasking_Error is raised in the activator, and its handlers
--  see it.
--  Answer: END, activation fails Constraint_Error
procedure Act_Failure_Is_Tasking_Error is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
   Caught : Boolean := False;
begin
   declare
      task T;
      task body T is
         P : Positive := Zero;
      begin
         P := P + 1;
      end T;
   begin
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Act_Failure_Is_Tasking_Error;
