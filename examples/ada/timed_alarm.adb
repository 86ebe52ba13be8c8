with Ada.Text_IO; use Ada.Text_IO;

procedure Timed_Alarm is

   task Alarm is
      entry Feed;
      entry Stop;
   end Alarm;

   task body Alarm is
      Rings : Natural := 0;
   begin
      loop
         select
            accept Feed;
         or
            accept Stop;
            exit;
         or
            delay 0.05;
            if Rings < 2 then
               Rings := Rings + 1;
               Put_Line ("ring");
            end if;
         end select;
      end loop;
   end Alarm;

begin
   for I in 1 .. 2 loop
      select
         Alarm.Feed;
      or
         delay 0.1;
         Put_Line ("nobody listens");
      end select;
   end loop;
   Alarm.Stop;
end Timed_Alarm;
