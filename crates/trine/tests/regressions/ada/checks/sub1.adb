procedure Sub1 is
   Reached : exception;
   procedure Run is
      type I0 is range 0 .. 1;
      N : I0 := 0;
   begin
      declare subtype I1 is I0 range 0 .. 2;
      begin
         N := 1;
      end;
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Sub1;
