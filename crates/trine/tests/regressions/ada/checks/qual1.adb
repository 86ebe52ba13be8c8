procedure Qual1 is
   Reached : exception;
   procedure Run is
      X : Integer := 6;
      subtype S is Integer range 1 .. 5;
      Y : Integer;
   begin
      Y := S'(X);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Qual1;
