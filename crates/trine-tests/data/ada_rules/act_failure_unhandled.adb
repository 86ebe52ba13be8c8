--  RM 9.2(5): Tasking_Error of a failed activation that nothing handles ends the main procedure.
--  Answer: dies Tasking_Error, activation fails Constraint_Error
procedure Act_Failure_Unhandled is
   function Zero return Integer is
   begin
      return 0;
   end Zero;
   task T;
   task body T is
      P : Positive := Zero;
   begin
      P := P + 1;
   end T;
begin
   pragma Assert (False);
end Act_Failure_Unhandled;
