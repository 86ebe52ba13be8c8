procedure Pre1 is
   Reached : exception;
   procedure Run is
      procedure Q (X : Integer) with Pre => X > 0;
      procedure Q (X : Integer) is
      begin
         null;
      end Q;
   begin
      Q (1);
      Q (0);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Pre1;
