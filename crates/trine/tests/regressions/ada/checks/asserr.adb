with Ada.Assertions;
procedure Asserr is
   Reached : exception;
   procedure Run is
      X : Integer := 0;
   begin
      begin
         pragma Assert (X = 1);
         raise Reached;
      exception
         when Ada.Assertions.Assertion_Error => X := 2;
      end;
      pragma Assert (X = 2);
      raise Reached;
   end Run;
begin
   Run;
exception
   when Reached => raise Program_Error;
   when others => null;
end Asserr;
