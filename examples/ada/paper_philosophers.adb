--  The philosophers of "FLAVERS: a finite state verification technique" (paper 000) in Ada: a task for each
--  philosopher and for each fork, started alike. The last one begins with the other hand.
procedure Paper_Philosophers is

   N : constant := 3;
   subtype Seat is Integer range 0 .. N - 1;

   task type Fork is
      entry Up;
      entry Down;
   end Fork;

   task body Fork is
   begin
      loop
         select
            accept Up;
            accept Down;
         or
            terminate;
         end select;
      end loop;
   end Fork;

   Forks : array (Seat) of Fork;

   Next : Seat := 0;

   function Taken return Seat is
      Number : constant Seat := Next;
   begin
      if Next < N - 1 then
         Next := Next + 1;
      end if;
      return Number;
   end Taken;

   task type Philosopher (Left : Seat := Taken);

   procedure Start_Eating is null;
   procedure Stop_Eating is null;

   task body Philosopher is
      Right : constant Seat := (Left + 1) mod N;
      First : constant Seat := Seat'Min (Left, Right);
      Second : constant Seat := Seat'Max (Left, Right);
   begin
      for Meal in 1 .. 2 loop
         Forks (First).Up;
         Forks (Second).Up;
         Start_Eating;
         Stop_Eating;
         Forks (First).Down;
         Forks (Second).Down;
      end loop;
   end Philosopher;

   Philosophers : array (Seat) of Philosopher;

begin
   null;
end Paper_Philosophers;
