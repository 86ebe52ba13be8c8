procedure Ovf2 is
   Reached : exception;
   procedure Run is
      X : Integer := Integer'Last;
      Y : Integer := 1;
      B : Integer;
   begin
      B := X + Y - Y;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Ovf2;
