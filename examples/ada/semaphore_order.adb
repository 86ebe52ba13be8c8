procedure Semaphore_Order is

   protected type Semaphore is
      entry Acquire;
      procedure Release;
   private
      Free : Boolean := True;
   end Semaphore;

   protected body Semaphore is

      entry Acquire when Free is
      begin
         Free := False;
      end Acquire;

      procedure Release is
      begin
         Free := True;
      end Release;

   end Semaphore;

   First, Second : Semaphore;

   task One;
   task Two;

   task body One is
   begin
      First.Acquire;
      Second.Acquire;
      Second.Release;
      First.Release;
   end One;

   task body Two is
   begin
      Second.Acquire;
      First.Acquire;
      First.Release;
      Second.Release;
   end Two;

begin
   null;
end Semaphore_Order;
