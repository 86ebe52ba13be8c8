--  RM 9.3(6): A server at a terminate alternative that has a task of its own ends when that one is
--  at a terminate alternative, too.
--  Answer: END
procedure Term_Dependents_Of_Server is
   Done : Boolean := False;
begin
   declare
      task S is
         entry E;
      end S;
      task body S is
         task Inner is
            entry F;
         end Inner;
         task body Inner is
         begin
            select
               accept F;
            or
               terminate;
            end select;
         end Inner;
      begin
         loop
            select
               accept E do
                  Done := True;
               end E;
            or
               terminate;
            end select;
         end loop;
      end S;
   begin
      S.E;
   end;
   pragma Assert (Done);
   pragma Assert (False, "END");
end Term_Dependents_Of_Server;
