procedure Att2 is
   Reached : exception;
   procedure Run is
      type C is (R, G, B);
      N : Integer := 3;
      X : C;
   begin
      X := C'Val (N);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Att2;
