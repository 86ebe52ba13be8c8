--  RM 9.7.1: A call that waits already is accepted, although the delay is over at once.
--  Answer: END
procedure Select_Delay_Call_Waits is
   Served : Integer := 0;
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
               Served := Served + 1;
            end A;
         or
            delay 0.0;
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
   pragma Assert (Served = 1);
   pragma Assert (False, "END");
end Select_Delay_Call_Waits;
