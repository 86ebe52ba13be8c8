procedure Pred1 is
   Reached : exception;
   procedure Run is
      subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
      X : Even := 2;
      Y : Integer := 3;
   begin
      X := 4;
      X := Y;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Pred1;
