procedure Arr1 is
   Reached : exception;
   procedure Run is
      type Vec is array (Integer range <>) of Integer;
      subtype V3 is Vec (1 .. 3);
      X : V3 := (1,2,3);
      Y : Vec (2 .. 4) := (4,5,6);
   begin
      X := Y;
      pragma Assert (X (1) = 4 and X (3) = 6);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr1;
