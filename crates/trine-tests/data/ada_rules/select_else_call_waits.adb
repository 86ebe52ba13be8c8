--  RM 9.7.1: The else part is not taken when a call waits at an open alternative.
--  Answer: END
procedure Select_Else_Call_Waits is
   Served : Boolean := False;
begin
   declare
      task S is
         entry A;
      end S;
      task C;
      task body S is
      begin
         while A'Count = 0 loop
            delay 0.001;
         end loop;
         select
            accept A do
               Served := True;
            end A;
         else
            pragma Assert (False);
         end select;
      end S;
      task body C is
      begin
         S.A;
      end C;
   begin
      null;
   end;
   pragma Assert (Served);
   pragma Assert (False, "END");
end Select_Else_Call_Waits;
