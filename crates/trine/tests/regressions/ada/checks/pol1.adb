procedure Pol1 is
   Reached : exception;
   procedure Run is
      pragma Assertion_Policy (Ignore);
      procedure Q (X : Integer) with Pre => X > 0;
      procedure Q (X : Integer) is
      begin
         null;
      end Q;
   begin
      Q (0);
      pragma Assert (False);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Pol1;
