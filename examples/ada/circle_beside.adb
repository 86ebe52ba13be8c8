--  Two tasks call each other and wait for ever, while a third goes on.
procedure Circle_Beside is

   task First is
      entry Ask;
   end First;

   task Second is
      entry Ask;
   end Second;

   task Busy;

   task body First is
   begin
      Second.Ask;
      accept Ask;
   end First;

   task body Second is
   begin
      First.Ask;
      accept Ask;
   end Second;

   task body Busy is
      On : Boolean := False;
   begin
      loop
         On := not On;
         delay 0.01;
      end loop;
   end Busy;

begin
   null;
end Circle_Beside;
