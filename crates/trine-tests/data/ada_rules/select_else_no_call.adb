--  RM 9.7.1: The else part is taken when no call waits.
--  Answer: END
procedure Select_Else_No_Call is
   Taken : Integer := 0;
begin
   declare
      task S is
         entry A;
      end S;
      task body S is
      begin
         for I in 1 .. 3 loop
            select
               accept A;
               pragma Assert (False);
            else
               Taken := Taken + 1;
            end select;
         end loop;
      end S;
   begin
      null;
   end;
   pragma Assert (Taken = 3);
   pragma Assert (False, "END");
end Select_Else_No_Call;
