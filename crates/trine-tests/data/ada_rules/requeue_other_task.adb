--  RM 9.5.4: A requeue to an entry of another task.
--  Answer: END
procedure Requeue_Other_Task is
   N : Integer := 0;
   task B is
      entry E (X : in out Integer);
   end B;
   task A is
      entry E (X : in out Integer);
   end A;
   task body A is
   begin
      accept E (X : in out Integer) do
         N := 1;
         requeue B.E;
      end E;
   end A;
   task body B is
   begin
      accept E (X : in out Integer) do
         X := X + 5;
      end E;
   end B;
   V : Integer := 2;
begin
   A.E (V);
   pragma Assert (V = 7 and N = 1);
   pragma Assert (False, "END");
end Requeue_Other_Task;
