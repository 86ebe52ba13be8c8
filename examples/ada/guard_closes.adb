procedure Guard_Closes is

   task Counter is
      entry Step;
      entry Reset;
   end Counter;

   task body Counter is
      Count : Natural := 0;
   begin
      loop
         select
            when Count < 2 =>
               accept Step;
               Count := Count + 1;
         or
            when Count > 5 =>
               accept Reset;
               Count := 0;
         end select;
      end loop;
   end Counter;

begin
   Counter.Step;
   Counter.Step;
   Counter.Step;
end Guard_Closes;
