procedure Entry_Family is

   type Level is (Low, Medium, High);

   task Controller is
      entry Request (Level) (Amount : in Positive);
      entry Shut;
   end Controller;

   Total : Natural := 0;

   task body Controller is
      Closed : Boolean := False;
   begin
      while not Closed loop
         select
            accept Request (High) (Amount : in Positive) do
               Total := Total + Amount;
            end Request;
         or
            when Request (High)'Count = 0 =>
               accept Request (Low) (Amount : in Positive) do
                  Total := Total + Amount;
               end Request;
         or
            accept Shut;
            Closed := True;
         end select;
      end loop;
   end Controller;

begin
   declare
      task Eager;
      task Modest;

      task body Eager is
      begin
         Controller.Request (High) (10);
      end Eager;

      task body Modest is
      begin
         Controller.Request (Low) (1);
      end Modest;
   begin
      null;
   end;
   Controller.Shut;
   pragma Assert (Total = 11);
end Entry_Family;
