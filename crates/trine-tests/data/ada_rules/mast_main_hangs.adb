--  RM 9.3(5), 10.2: The main procedure does not end while a task that depends on it waits for
--  ever.
--  Answer: hangs
procedure Mast_Main_Hangs is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
   end T;
begin
   null;
end Mast_Main_Hangs;
