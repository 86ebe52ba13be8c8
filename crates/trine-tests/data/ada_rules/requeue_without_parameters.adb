--  RM 9.5.4(3): The target of a requeue may have no parameters.
--  Answer: END
procedure Requeue_Without_Parameters is
   N : Integer := 0;
   task S is
      entry A (V : Integer);
      entry B;
   end S;
   task body S is
   begin
      accept A (V : Integer) do
         N := V;
         requeue B;
      end A;
      accept B do
         N := N + 1;
      end B;
   end S;
begin
   S.A (4);
   pragma Assert (N = 5);
   pragma Assert (False, "END");
end Requeue_Without_Parameters;
