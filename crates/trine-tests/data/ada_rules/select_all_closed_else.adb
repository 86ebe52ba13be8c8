--  RM 9.7.1: With an else part, a select whose alternatives are all closed takes it.
--  Answer: END
procedure Select_All_Closed_Else is
   Taken : Boolean := False;
begin
   declare
      task S is
         entry A;
      end S;
      task body S is
         Open : Boolean := False;
      begin
         select
            when Open =>
               accept A;
         else
            Taken := not Open;
         end select;
      end S;
   begin
      null;
   end;
   pragma Assert (Taken);
   pragma Assert (False, "END");
end Select_All_Closed_Else;
