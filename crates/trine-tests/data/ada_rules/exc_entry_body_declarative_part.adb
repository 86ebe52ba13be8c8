--  RM 9.5.2, 11.4: An exception in the declarative part of an entry body is raised in the caller.
--  Answer: END
procedure Exc_Entry_Body_Declarative_Part is
   N : Integer := 0;
   protected P is
      entry E (V : Integer);
   end P;
   protected body P is
      entry E (V : Integer) when True is
         L : Positive := V;
      begin
         L := L + 1;
      exception
         when Constraint_Error => N := N + 100;
      end E;
   end P;
begin
   begin
      P.E (0);
   exception
      when Constraint_Error => N := N + 1;
   end;
   P.E (1);
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Exc_Entry_Body_Declarative_Part;
