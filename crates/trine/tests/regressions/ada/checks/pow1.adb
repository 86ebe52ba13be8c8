procedure Pow1 is
   Reached : exception;
   procedure Run is
      X : Integer := 2;
      N : Integer;
   begin
      N := X ** 10;
      pragma Assert (N = 1024);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Pow1;
