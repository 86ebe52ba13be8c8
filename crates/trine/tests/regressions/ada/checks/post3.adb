procedure Post3 is
   Reached : exception;
   procedure Run is
      procedure Q (X : in out Integer) with Post => X = X'Old * 2;
      procedure Q (X : in out Integer) is
      begin
         X := X * 2;
      end Q;
      Y : Integer := 3;
   begin
      Q (Y);
      pragma Assert (Y = 6);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Post3;
