procedure Agg2 is
   Reached : exception;
   procedure Run is
      type V is array (Positive range <>) of Integer;
      X : V (1 .. 3);
   begin
      X := (5 => 1, 6 => 2, 7 => 3);
      pragma Assert (X (1) = 1);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Agg2;
