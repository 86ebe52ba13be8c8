--  RM 9.8, 9.3: Abort also ends a task at a terminate alternative.
--  Answer: END
procedure Abort_Terminate_Waiting is
   task T is
      entry E;
   end T;
   task body T is
   begin
      select
         accept E;
      or
         terminate;
      end select;
   end T;
begin
   abort T;
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (False, "END");
end Abort_Terminate_Waiting;
