procedure Arr12 is
   Reached : exception;
   procedure Run is
      type M is array (1 .. 2, 1 .. 3) of Integer;
      X : M := (others => (others => 1));
      Y : M;
   begin
      Y := X;
      X (2, 3) := 5;
      pragma Assert (Y (2, 3) = 1 and X (2, 3) = 5);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Arr12;
