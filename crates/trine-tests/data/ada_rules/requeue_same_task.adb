--  RM 9.5.4: A requeue to another entry of the same task: the caller waits for that one.
--  Answer: END
procedure Requeue_Same_Task is
   N : Integer := 0;
   task S is
      entry A (R : out Integer);
      entry B (R : out Integer);
   end S;
   task body S is
   begin
      accept A (R : out Integer) do
         R := 1;
         requeue B;
      end A;
      pragma Assert (B'Count = 1);
      accept B (R : out Integer) do
         R := 2;
      end B;
   end S;
begin
   S.A (N);
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Requeue_Same_Task;
