--  RM 11.4(5): An exception in the declarative part of a subprogram is raised at the call.
--  Answer: END
procedure Exc_Declarative_Part_Of_Subprogram is
   Inner, Outer : Boolean := False;
   procedure Q (N : Integer) is
      P : Positive := N;
   begin
      P := P + 1;
   exception
      when Constraint_Error => Inner := True;
   end Q;
begin
   begin
      Q (0);
   exception
      when Constraint_Error => Outer := True;
   end;
   pragma Assert (Outer and not Inner);
   pragma Assert (False, "END");
end Exc_Declarative_Part_Of_Subprogram;
