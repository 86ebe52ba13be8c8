--  RM 9.5.2: An accept with an index outside the family raises Constraint_Error in the server.
--  Answer: END
procedure Family_Accept_Index_Check is
   Caught : Boolean := False;
begin
   declare
      task S is
         entry E (1 .. 3);
      end S;
      task body S is
         I : Integer := 3;
      begin
         accept E (I);
         I := I + 1;
         accept E (I);
         pragma Assert (False);
      exception
         when Constraint_Error => Caught := True;
      end S;
   begin
      S.E (3);
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Family_Accept_Index_Check;
