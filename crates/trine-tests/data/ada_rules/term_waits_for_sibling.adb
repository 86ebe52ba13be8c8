--  RM 9.3(6): A server does not terminate while a sibling can still call it.
--  Answer: END
procedure Term_Waits_For_Sibling is
   N : Integer := 0;
begin
   declare
      task S is
         entry E;
      end S;
      task C;
      task body S is
      begin
         loop
            select
               accept E do
                  N := N + 1;
               end E;
            or
               terminate;
            end select;
         end loop;
      end S;
      task body C is
      begin
         delay 0.001;
         S.E;
         delay 0.001;
         S.E;
      end C;
   begin
      null;
   end;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Term_Waits_For_Sibling;
