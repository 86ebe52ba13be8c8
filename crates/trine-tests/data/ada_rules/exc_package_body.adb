--  RM 11.4: An exception in the elaboration of a local package leaves the declarative part.
--  Answer: END
procedure Exc_Package_Body is
   N : Integer := 0;
   Caught : Boolean := False;
begin
   begin
      declare
         package P is
            V : Integer := 1;
         end P;
         package body P is
         begin
            V := V / N;
         end P;
      begin
         pragma Assert (False);
      end;
   exception
      when Constraint_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Exc_Package_Body;
