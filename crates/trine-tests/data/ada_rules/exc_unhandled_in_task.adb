--  RM 11.4, 9.3: An exception that a task does not handle ends the task and nothing else.
--  Answer: END, task dies Program_Error
procedure Exc_Unhandled_In_Task is
   N : Integer := 0;
begin
   declare
      task T;
      task body T is
      begin
         N := 1;
         raise Program_Error;
      end T;
   begin
      null;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Exc_Unhandled_In_Task;
