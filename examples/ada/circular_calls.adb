procedure Circular_Calls is

   task Left is
      entry Knock;
   end Left;

   task Right is
      entry Knock;
   end Right;

   task body Left is
   begin
      Right.Knock;
      accept Knock;
   end Left;

   task body Right is
   begin
      Left.Knock;
      accept Knock;
   end Right;

begin
   null;
end Circular_Calls;
