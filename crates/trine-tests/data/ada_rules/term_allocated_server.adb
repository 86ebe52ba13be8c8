--  RM 9.3(2), 9.3(6): An allocated server terminates with the master of its access type.
--  Answer: END
procedure Term_Allocated_Server is
   N : Integer := 0;
begin
   declare
      task type S is
         entry E;
      end S;
      type Ref is access S;
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
      R : array (1 .. 2) of Ref;
   begin
      for I in R'Range loop
         R (I) := new S;
      end loop;
      R (1).E;
      R (2).E;
   end;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Term_Allocated_Server;
