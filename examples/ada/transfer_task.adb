with Ada.Text_IO; use Ada.Text_IO;

--  The trigger is a call of a task. Where that waits for it already, the other part never begins; and once it
--  is being served, it is waited for.
procedure Transfer_Task is

   task Referee is
      entry Finish (Points : out Integer);
   end Referee;

   task body Referee is
   begin
      select
         accept Finish (Points : out Integer) do
            Points := 2;
            Put_Line ("whistle");
         end Finish;
      or
         delay 0.01;
         Put_Line ("no whistle");
      end select;
   end Referee;

   Points : Integer := 0;
begin
   select
      Referee.Finish (Points);
      pragma Assert (Points = 2);
      Put_Line ("finished");
   then abort
      delay 0.01;
      Put_Line ("played");
   end select;
   Put_Line ("done");
exception
   when Tasking_Error =>
      Put_Line ("no referee");
end Transfer_Task;
