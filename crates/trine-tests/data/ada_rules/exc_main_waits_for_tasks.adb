--  RM 11.4, 9.3(5): The tasks of a main procedure that fails run to their end.
--  Answer: dies Program_Error, task dies Constraint_Error
procedure Exc_Main_Waits_For_Tasks is
   N : Integer := 0;
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
      delay 0.002;
      N := 1 / N;
   end T;
begin
   T.E;
   raise Program_Error;
end Exc_Main_Waits_For_Tasks;
