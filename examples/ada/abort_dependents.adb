with Ada.Text_IO; use Ada.Text_IO;

--  Whoever depends on a task that is aborted ends with it; who was being served gets Tasking_Error.
procedure Abort_Dependents is

   task Manager is
      entry Order;
   end Manager;

   task body Manager is
      task Worker is
         entry Work;
      end Worker;

      task body Worker is
      begin
         accept Work do
            Put_Line ("busy");
            loop
               delay 0.01;
            end loop;
         end Work;
      end Worker;
   begin
      accept Order do
         Worker.Work;
      end Order;
   exception
      when others =>
         Put_Line ("nobody handles an abort");
   end Manager;

   task Customer;

   task body Customer is
   begin
      Manager.Order;
      Put_Line ("not here");
   exception
      when Tasking_Error =>
         Put_Line ("no order");
   end Customer;

begin
   delay 0.05;
   abort Manager;
end Abort_Dependents;
