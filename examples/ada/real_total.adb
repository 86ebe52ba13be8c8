--  Two tasks add to a total in floating point, and somebody waits until it is large enough.
procedure Real_Total is

   protected Total is
      procedure Add (Amount : Float);
      entry Await (Result : out Float);
   private
      Sum : Float := 0.5;
   end Total;

   protected body Total is
      procedure Add (Amount : Float) is
      begin
         Sum := Sum + Amount;
      end Add;

      entry Await (Result : out Float) when Sum > 3.5 is
      begin
         Result := Sum;
      end Await;
   end Total;

   task One;
   task Two;

   task body One is
   begin
      Total.Add (1.25);
   end One;

   task body Two is
   begin
      Total.Add (2.0);
   end Two;

   Reached : Float;
begin
   Total.Await (Reached);
   if Reached /= 3.75 then
      raise Program_Error;
   end if;
end Real_Total;
