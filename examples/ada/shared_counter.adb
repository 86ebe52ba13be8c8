procedure Shared_Counter is

   Count : Integer := 0;

   task type Worker;

   Workers : array (1 .. 2) of Worker;

   task body Worker is
   begin
      Count := Count + 1;
   end Worker;

begin
   null;
end Shared_Counter;
