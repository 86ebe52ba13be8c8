procedure Protpre is
   Reached : exception;
   procedure Run is
      protected P is
         procedure Q (X : Integer) with Pre => X > 0;
      end P;
      protected body P is
         procedure Q (X : Integer) is
         begin
            null;
         end Q;
      end P;
   begin
      P.Q (1);
      P.Q (0);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Protpre;
