--  RM 11.4.2: An assertion that fails in a task ends the task.
--  Answer: ends, task dies Assertion_Error
procedure Contract_Assert_In_Task is
   N : Integer := 0;
   task T;
   task body T is
   begin
      N := N + 1;
      pragma Assert (N = 2, "wrong");
   end T;
begin
   null;
end Contract_Assert_In_Task;
