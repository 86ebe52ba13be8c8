--  RM 9.5.3(21): Tasking_Error that the main procedure does not handle ends it.
--  Answer: dies Tasking_Error
procedure Call_Unhandled_Tasking_Error is
   task T is
      entry E;
   end T;
   task body T is
   begin
      null;
   end T;
begin
   T.E;
end Call_Unhandled_Tasking_Error;
