procedure Arr10 is
   Reached : exception;
   procedure Run is
      type Vec is array (Positive range <>) of Integer;
      X : Vec (1 .. 3);
      N : Integer := 2;
   begin
      X := (1 .. N => 0);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr10;
