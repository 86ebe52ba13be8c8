procedure Philosophers is

   N : constant := 2;
   subtype Seat is Integer range 1 .. N;

   task type Fork is
      entry Up;
      entry Down;
   end Fork;

   Forks : array (Seat) of Fork;

   task type Philosopher is
      entry Sit (Where : in Seat);
   end Philosopher;

   task body Fork is
   begin
      loop
         select
            accept Up;
         or
            terminate;
         end select;
         accept Down;
      end loop;
   end Fork;

   task body Philosopher is
      Own : Seat;
   begin
      accept Sit (Where : in Seat) do
         Own := Where;
      end Sit;
      Forks (Own).Up;
      Forks (Own mod N + 1).Up;
      Forks (Own).Down;
      Forks (Own mod N + 1).Down;
   end Philosopher;

   Table : array (Seat) of Philosopher;

begin
   for S in Seat loop
      Table (S).Sit (S);
   end loop;
end Philosophers;
