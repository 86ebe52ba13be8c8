procedure Emptycase is
   Reached : exception;
   procedure Run is
      X : Integer := -3;
   begin
      X := X mod (-5);
      pragma Assert (X = -3);
      X := (-7) rem 4;
      pragma Assert (X = -3);
      X := (-7) mod 4;
      pragma Assert (X = 1);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Emptycase;
