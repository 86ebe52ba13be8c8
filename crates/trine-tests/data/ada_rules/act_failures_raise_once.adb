--  RM 9.2(5): Tasking_Error is raised once, however many activations fail; the other tasks run.
--  Answer: END, activation fails Constraint_Error, activation fails Constraint_Error
procedure Act_Failures_Raise_Once is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
   Caught, Ran : Integer := 0;
begin
   declare
      task type Bad;
      task Good;
      A, B : Bad;
      task body Bad is
         P : Positive := Zero;
      begin
         P := P + 1;
      end Bad;
      task body Good is
      begin
         Ran := Ran + 1;
      end Good;
   begin
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := Caught + 1;
   end;
   pragma Assert (Caught = 1 and Ran = 1);
   pragma Assert (False, "END");
end Act_Failures_Raise_Once;
