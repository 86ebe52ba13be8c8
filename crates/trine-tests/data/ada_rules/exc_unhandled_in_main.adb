--  RM 11.4: An exception that the main procedure does not handle ends the program.
--  Answer: dies Constraint_Error
procedure Exc_Unhandled_In_Main is
   N : Integer := 0;
begin
   N := 10 / N;
end Exc_Unhandled_In_Main;
