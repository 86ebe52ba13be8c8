procedure Ret1 is
   Reached : exception;
   procedure Run is
      function F (X : Integer) return Positive is
      begin
         return X;
      end F;
      Y : Integer;
   begin
      Y := F (1);
      Y := F (0);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Ret1;
