with Ada.Text_IO; use Ada.Text_IO;

--  Work goes on until somebody presses the button: an entry call that is open while the work is done. Either
--  the work is given up, or it is done first and the call is taken back.
procedure Transfer_Entry is

   protected Button is
      entry Wait_Pressed;
      procedure Press;
   private
      Pressed : Boolean := False;
   end Button;

   protected body Button is

      entry Wait_Pressed when Pressed is
      begin
         Pressed := False;
      end Wait_Pressed;

      procedure Press is
      begin
         Pressed := True;
      end Press;
   end Button;

   task User;

   task body User is
   begin
      delay 0.01;
      Button.Press;
   end User;

   Stopped : Boolean := False;
   Worked  : Boolean := False;
begin
   select
      Button.Wait_Pressed;
      Stopped := True;
      Put_Line ("stopped");
   then abort
      for Round in 1 .. 2 loop
         delay 0.005;
         Put_Line ("work");
      end loop;
      Worked := True;
   end select;
   pragma Assert (Stopped or Worked);
   Put_Line ("done");
end Transfer_Entry;
