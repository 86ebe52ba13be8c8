--  RM 9.3(6): A server does not terminate before its master is completed, although no task is left
--  that would call.
--  Answer: END
procedure Term_Master_Not_Completed is
   N : Integer := 0;
   task S is
      entry E;
   end S;
   task body S is
   begin
      select
         accept E do
            N := 1;
         end E;
      or
         terminate;
      end select;
   end S;
begin
   delay 0.005;
   pragma Assert (S'Callable and not S'Terminated);
   S.E;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Term_Master_Not_Completed;
