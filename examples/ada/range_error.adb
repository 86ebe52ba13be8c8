procedure Range_Error is

   subtype Percent is Integer range 0 .. 100;

   Level : Percent := 90;

   task Heater;

   task body Heater is
   begin
      for I in 1 .. 2 loop
         Level := Level + 10;
      end loop;
   end Heater;

begin
   null;
end Range_Error;
