--  RM 9.7.1(21): Program_Error of a select without open alternatives ends its task.
--  Answer: END, task dies Program_Error
procedure Select_All_Closed_Kills_Task is
   Open : Boolean := False;
   task S is
      entry A;
   end S;
   task body S is
   begin
      select
         when Open =>
            accept A;
      or
         when Open =>
            terminate;
      end select;
   end S;
begin
   while not S'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (False, "END");
end Select_All_Closed_Kills_Task;
