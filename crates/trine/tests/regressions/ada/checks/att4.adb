procedure Att4 is
   Reached : exception;
   procedure Run is
      type T is mod 8;
      X : T := 7;
   begin
      X := T'Succ (X);
      pragma Assert (X = 0);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Att4;
