--  RM 9.5.3: A task that calls its own entry waits for ever.
--  Answer: hangs
procedure Call_Of_Itself is
   task T is
      entry E;
   end T;
   task body T is
   begin
      T.E;
      accept E;
   end T;
begin
   null;
end Call_Of_Itself;
