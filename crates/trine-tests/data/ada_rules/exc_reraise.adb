--  RM 11.3: A raise without a name raises the same exception again.
--  Answer: END
with Ada.Exceptions; use Ada.Exceptions;
procedure Exc_Reraise is
   A : exception;
   N : Integer := 0;
begin
   begin
      begin
         raise A with "first";
      exception
         when others =>
            N := 1;
            raise;
      end;
   exception
      when E : A =>
         pragma Assert (Exception_Message (E) = "first");
         N := N + 10;
   end;
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Exc_Reraise;
