--  RM 9.7.1: A delay alternative is selected when no call comes.
--  Answer: END
procedure Select_Delay_Expires is
   Late : Boolean := False;
begin
   declare
      task S is
         entry A;
      end S;
      task body S is
      begin
         select
            accept A;
            pragma Assert (False);
         or
            delay 0.001;
            Late := True;
         end select;
      end S;
   begin
      null;
   end;
   pragma Assert (Late);
   pragma Assert (False, "END");
end Select_Delay_Expires;
