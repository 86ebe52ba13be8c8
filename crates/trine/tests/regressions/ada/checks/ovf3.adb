procedure Ovf3 is
   Reached : exception;
   procedure Run is
      type T is range 0 .. 100;
      X : T := 100;
      Y : T := 100;
      B : Boolean;
   begin
      B := X + Y > 0;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Ovf3;
