procedure Acc4 is
   Reached : exception;
   procedure Run is
      type Arr is array (Positive range <>) of Integer;
      type P is access Arr (1 .. 4);
      X : P := new Arr (1 .. 4);
   begin
      X.all := (1, 2, 3, 4);
      pragma Assert (X (4) = 4 and X'Last = 4);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Acc4;
