procedure Pred2 is
   Reached : exception;
   procedure Run is
      type C is (R, G, B, W);
      subtype P is C with Static_Predicate => P in R | B;
      X : C := G;
      N : Integer := 0;
   begin
      for I in P loop
         N := N + 1;
      end loop;
      pragma Assert (N = 2);
      pragma Assert (X not in P);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Pred2;
