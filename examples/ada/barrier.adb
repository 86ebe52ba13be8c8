procedure Barrier is

   Parties : constant := 2;

   protected Gate is
      entry Arrive;
   private
      Opening : Boolean := False;
   end Gate;

   protected body Gate is
      entry Arrive when Arrive'Count = Parties or Opening is
      begin
         Opening := Arrive'Count > 0;
      end Arrive;
   end Gate;

   Ready : array (1 .. Parties) of Boolean := (others => False);

   task type Party (Id : Positive);

   One : Party (1);
   Two : Party (2);

   task body Party is
   begin
      Ready (Id) := True;
      Gate.Arrive;
      pragma Assert (Ready (1) and Ready (2));
   end Party;

begin
   null;
end Barrier;
