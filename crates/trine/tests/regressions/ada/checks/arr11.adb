procedure Arr11 is
   Reached : exception;
   procedure Run is
      type A is array (1 .. 3) of Integer;
      X : A := (1, 2, 3);
      type B is array (5 .. 7) of Integer;
      Y : B;
   begin
      Y := B (X);
      pragma Assert (Y (5) = 1);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr11;
