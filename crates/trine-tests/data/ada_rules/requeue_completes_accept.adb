--  RM 9.5.4: The statements after a requeue are not executed.
--  Answer: END
procedure Requeue_Completes_Accept is
   N : Integer := 0;
   task S is
      entry A;
      entry B;
   end S;
   task body S is
   begin
      accept A do
         N := N + 1;
         if N = 1 then
            requeue B;
         end if;
         N := N + 100;
      end A;
      N := N + 10;
      accept B;
   end S;
begin
   S.A;
   pragma Assert (N = 11);
   pragma Assert (False, "END");
end Requeue_Completes_Accept;
