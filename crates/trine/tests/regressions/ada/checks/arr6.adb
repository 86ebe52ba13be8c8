procedure Arr6 is
   Reached : exception;
   procedure Run is
      type Vec is array (Positive range <>) of Integer;
      N : Integer := 0;
      X : Vec (1 .. 3) := (others => 1);
   begin
      N := 4;
      X (N) := 1;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr6;
