procedure Nest is
   Reached : exception;
   procedure Run is
      procedure Q is
         X : Integer := 0;
         function F return Integer is (X + 1);
      begin
         X := 5;
         pragma Assert (F = 6);
      end Q;
   begin
      Q;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Nest;
