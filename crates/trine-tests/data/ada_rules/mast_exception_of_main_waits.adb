--  RM 9.3(5), 11.4: An exception of the main procedure waits for its tasks: it is not seen where
--  one waits for ever.
--  Answer: hangs
procedure Mast_Exception_Of_Main_Waits is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
   end T;
begin
   pragma Assert (T'Callable);
   if T'Callable then
      raise Constraint_Error;
   end if;
end Mast_Exception_Of_Main_Waits;
