procedure Op1 is
   Reached : exception;
   procedure Run is
      type R is record
         V : Integer;
      end record;
      function "+" (A, B : R) return R is
      begin
         return (V => A.V + B.V);
      end "+";
      X : R := (V => 1);
   begin
      X := X + X;
      pragma Assert (X.V = 2);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Op1;
