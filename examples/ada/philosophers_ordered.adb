procedure Philosophers_Ordered is

   N : constant := 2;
   subtype Seat is Integer range 1 .. N;

   protected type Fork is
      entry Up;
      procedure Down;
   private
      Is_Up : Boolean := False;
   end Fork;

   protected body Fork is

      entry Up when not Is_Up is
      begin
         Is_Up := True;
      end Up;

      procedure Down is
      begin
         Is_Up := False;
      end Down;

   end Fork;

   Forks : array (Seat) of Fork;

   task type Philosopher (Low, High : Seat);

   task body Philosopher is
   begin
      Forks (Low).Up;
      Forks (High).Up;
      Forks (High).Down;
      Forks (Low).Down;
   end Philosopher;

   One : Philosopher (1, 2);
   Two : Philosopher (1, 2);

begin
   null;
end Philosophers_Ordered;
