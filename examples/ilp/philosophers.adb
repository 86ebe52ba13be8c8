--  Three philosophers; each fork is a task. The last one is left-handed.
procedure Philosophers is

   task type Fork is
      entry Up;
      entry Down;
   end Fork;

   task body Fork is
   begin
      loop
         accept Up;
         accept Down;
      end loop;
   end Fork;

   Fork_1, Fork_2, Fork_3 : Fork;

   task One;
   task Two;
   task Three;

   task body One is
   begin
      loop
         Fork_1.Up;
         Fork_2.Up;
         Fork_2.Down;
         Fork_1.Down;
      end loop;
   end One;

   task body Two is
   begin
      loop
         Fork_2.Up;
         Fork_3.Up;
         Fork_3.Down;
         Fork_2.Down;
      end loop;
   end Two;

   task body Three is
   begin
      loop
         Fork_1.Up;
         Fork_3.Up;
         Fork_3.Down;
         Fork_1.Down;
      end loop;
   end Three;

begin
   null;
end Philosophers;
