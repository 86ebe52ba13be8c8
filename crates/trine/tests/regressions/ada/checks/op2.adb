procedure Op2 is
   Reached : exception;
   procedure Run is
      type T is range 0 .. 10;
      function "+" (A, B : T) return T is
      begin
         return 0;
      end "+";
      X : T := 1;
   begin
      X := X + X;
      pragma Assert (X = 0);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Op2;
