procedure Agg1 is
   Reached : exception;
   procedure Run is
      type A is array (1 .. 3) of Integer;
      X : A;
      N : Integer := 4;
   begin
      X := (1 .. 3 => 7);
      pragma Assert (X (2) = 7);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Agg1;
