--  RM 9.5.4: A requeue from a protected entry to a task entry.
--  Answer: END
procedure Requeue_Protected_To_Task is
   N : Integer := 0;
   task S is
      entry E (R : out Integer);
   end S;
   protected P is
      entry E (R : out Integer);
   end P;
   protected body P is
      entry E (R : out Integer) when True is
      begin
         requeue S.E;
      end E;
   end P;
   task body S is
   begin
      accept E (R : out Integer) do
         R := 9;
      end E;
   end S;
begin
   P.E (N);
   pragma Assert (N = 9);
   pragma Assert (False, "END");
end Requeue_Protected_To_Task;
