--  RM 9.3(6): Tasks at terminate alternatives end together, although each could call the other.
--  Answer: END
procedure Term_Group is
   N : Integer := 0;
begin
   declare
      task A is
         entry E;
      end A;
      task B is
         entry E;
      end B;
      task body A is
      begin
         loop
            select
               accept E;
               B.E;
            or
               terminate;
            end select;
         end loop;
      end A;
      task body B is
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
      end B;
   begin
      A.E;
   end;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Term_Group;
