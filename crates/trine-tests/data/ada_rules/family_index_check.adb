--  RM 9.5.3, 4.1.1: A call with an index outside the family raises Constraint_Error in the caller.
--  Answer: END
procedure Family_Index_Check is
   Caught : Boolean := False;
   function Ident (X : Integer) return Integer is
   begin
      return X;
   end Ident;
   task S is
      entry E (1 .. 3);
   end S;
   task body S is
   begin
      select
         accept E (2);
      or
         terminate;
      end select;
   end S;
begin
   begin
      S.E (Ident (4));
      pragma Assert (False);
   exception
      when Constraint_Error => Caught := True;
   end;
   S.E (Ident (2));
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Family_Index_Check;
