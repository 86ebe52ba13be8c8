procedure Post2 is
   Reached : exception;
   procedure Run is
      function F (X : Integer) return Integer with Post => F'Result = X + 1;
      function F (X : Integer) return Integer is
      begin
         if X > 5 then
            return 0;
         end if;
         return X + 1;
      end F;
      Y : Integer;
   begin
      Y := F (1);
      Y := F (6);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Post2;
