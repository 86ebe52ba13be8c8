procedure Arr3 is
   Reached : exception;
   procedure Run is
      type Vec is array (Integer range <>) of Integer;
      X : Vec (1 .. 5) := (1,2,3,4,5);
   begin
      X (2 .. 4) := X (1 .. 3);
      pragma Assert (X (2) = 1 and X (3) = 2 and X (4) = 3 and X (5) = 5);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr3;
