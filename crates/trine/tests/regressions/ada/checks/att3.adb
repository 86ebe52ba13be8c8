procedure Att3 is
   Reached : exception;
   procedure Run is
      type T is range 0 .. 10;
      X : T := 10;
      B : Boolean;
   begin
      B := T'Succ (X) > 5;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Att3;
