procedure Post1 is
   Reached : exception;
   procedure Run is
      X : Integer := 0;
      procedure Q with Post => X = X'Old + 1;
      procedure Q is
      begin
         X := X + 2;
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
end Post1;
