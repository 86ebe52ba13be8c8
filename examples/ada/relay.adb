procedure Relay is

   task First is
      entry Pass (Value : in Integer; Answer : out Integer);
   end First;

   task Second is
      entry Pass (Value : in Integer; Answer : out Integer);
   end Second;

   task body First is
   begin
      accept Pass (Value : in Integer; Answer : out Integer) do
         Second.Pass (Value + 1, Answer);
         Answer := Answer * 2;
      end Pass;
   end First;

   task body Second is
   begin
      accept Pass (Value : in Integer; Answer : out Integer) do
         Answer := Value + 1;
      end Pass;
   end Second;

   Result : Integer;

begin
   First.Pass (1, Result);
   pragma Assert (Result = 6);
end Relay;
