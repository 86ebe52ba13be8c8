procedure Protected_Counter is

   protected Counter is
      procedure Increment;
      function Value return Integer;
   private
      Count : Integer := 0;
   end Counter;

   protected body Counter is

      procedure Increment is
      begin
         Count := Count + 1;
      end Increment;

      function Value return Integer is
      begin
         return Count;
      end Value;

   end Counter;

begin
   declare
      task type Worker;
      Workers : array (1 .. 2) of Worker;

      task body Worker is
      begin
         Counter.Increment;
      end Worker;
   begin
      null;
   end;
   pragma Assert (Counter.Value = 2);
end Protected_Counter;
