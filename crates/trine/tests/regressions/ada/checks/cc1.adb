procedure Cc1 is
   Reached : exception;
   procedure Run is
      procedure Q (X : in out Integer) with Contract_Cases => (X > 0 => X = X'Old - 1, others => X = X'Old);
      procedure Q (X : in out Integer) is
      begin
         if X > 0 then
            X := X - 1;
         end if;
      end Q;
      Y : Integer := 1;
   begin
      Q (Y);
      Q (Y);
      pragma Assert (Y = 0);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Cc1;
