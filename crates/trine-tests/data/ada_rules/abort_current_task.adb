--  RM C.7.1: Abort_Task of Current_Task ends the task that calls it.
--  Answer: END
with Ada.Task_Identification; use Ada.Task_Identification;
procedure Abort_Current_Task is
   N : Integer := 0;
begin
   declare
      task T;
      task body T is
      begin
         N := 1;
         Abort_Task (Current_Task);
         delay 0.0;
         N := 2;
      end T;
   begin
      null;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Abort_Current_Task;
