procedure Out1 is
   Reached : exception;
   procedure Run is
      procedure Q (X : out Integer) is
      begin
         X := 11;
      end Q;
      subtype S is Integer range 1 .. 10;
      Y : S := 1;
   begin
      Q (Y);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Out1;
