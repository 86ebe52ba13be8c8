--  RM 11.4.1: Exception_Name and Exception_Message of an occurrence.
--  Answer: END
with Ada.Exceptions; use Ada.Exceptions;
procedure Exc_Identity is
   N : Integer := 0;
begin
   begin
      raise Constraint_Error with "too large";
   exception
      when E : others =>
         pragma Assert (Exception_Name (E) = "CONSTRAINT_ERROR");
         pragma Assert (Exception_Message (E) = "too large");
         pragma Assert (Exception_Identity (E) = Constraint_Error'Identity);
         N := 1;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Exc_Identity;
