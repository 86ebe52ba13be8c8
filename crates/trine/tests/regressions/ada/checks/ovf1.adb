procedure Ovf1 is
   Reached : exception;
   procedure Run is
      X : Integer := Integer'Last;
      Y : Integer := 1;
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
end Ovf1;
