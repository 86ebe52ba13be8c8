procedure Acc3 is
   Reached : exception;
   procedure Run is
      type Arr is array (Positive range <>) of Integer;
      type P is access Arr (1 .. 4);
      X : P := new Arr'(1 .. 4 => 0);
   begin
      X := new Arr'(2 .. 5 => 0);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Acc3;
