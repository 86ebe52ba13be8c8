procedure Task_Semaphore is

   task type Semaphore is
      entry Acquire;
      entry Release;
   end Semaphore;

   task body Semaphore is
   begin
      loop
         select
            accept Acquire;
         or
            terminate;
         end select;
         accept Release;
      end loop;
   end Semaphore;

   Mutex : Semaphore;
   Count : Natural := 0;

   task type Worker;
   Workers : array (1 .. 2) of Worker;

   task body Worker is
   begin
      Mutex.Acquire;
      Count := Count + 1;
      Mutex.Release;
   end Worker;

begin
   null;
end Task_Semaphore;
