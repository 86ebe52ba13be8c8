--  RM 9.3(6): A server at a terminate alternative ends with its master.
--  Answer: END
procedure Term_Alternative is
   N : Integer := 0;
begin
   declare
      task S is
         entry E;
      end S;
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
   begin
      S.E;
      S.E;
   end;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Term_Alternative;
