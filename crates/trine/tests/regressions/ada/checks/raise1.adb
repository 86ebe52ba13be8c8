procedure Raise1 is
   Reached : exception;
   procedure Run is
      X : Integer := 0;
      Y : Integer;
      Oops : exception;
   begin
      Y := (if X = 0 then
         raise Oops else 1);
         raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Raise1;
