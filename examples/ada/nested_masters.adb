procedure Nested_Masters is

   Steps : Natural := 0;

   task Outer is
      entry Go;
   end Outer;

   task body Outer is

      task Inner is
         entry Tick;
      end Inner;

      task body Inner is
      begin
         loop
            select
               accept Tick do
                  Steps := Steps + 1;
               end Tick;
            or
               terminate;
            end select;
         end loop;
      end Inner;

   begin
      accept Go;
      Inner.Tick;
      Inner.Tick;
   end Outer;

begin
   Outer.Go;
   while not Outer'Terminated loop
      delay 0.01;
   end loop;
   pragma Assert (Steps = 2);
   pragma Assert (not Outer'Callable);
end Nested_Masters;
