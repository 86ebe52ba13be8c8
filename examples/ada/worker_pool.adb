procedure Worker_Pool is

   task type Worker (Id : Positive) is
      entry Start;
   end Worker;

   Done : array (1 .. 2) of Boolean := (others => False);

   task body Worker is
   begin
      accept Start;
      Done (Id) := True;
   end Worker;

begin
   declare
      type Local_Access is access Worker;
      Pool : array (1 .. 2) of Local_Access;
   begin
      for I in Pool'Range loop
         Pool (I) := new Worker (I);
      end loop;
      for I in Pool'Range loop
         Pool (I).Start;
      end loop;
   end;
   pragma Assert (Done (1) and Done (2));
end Worker_Pool;
