procedure Att1 is
   Reached : exception;
   procedure Run is
      type C is (R, G, B);
      X : C := B;
   begin
      X := C'Succ (X);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Att1;
