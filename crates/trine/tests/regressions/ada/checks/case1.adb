procedure Case1 is
   Reached : exception;
   procedure Run is
      type C is (R, G, B);
      X : C := G;
      N : Integer;
   begin
      N := (case X is when R => 1, when G | B => 2);
      pragma Assert (N = 2);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Case1;
