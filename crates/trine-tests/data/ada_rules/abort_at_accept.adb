--  RM 9.8(4): A task that waits at an accept statement is ended by abort.
--  Answer: END
procedure Abort_At_Accept is
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E;
      pragma Assert (False);
   end T;
begin
   abort T;
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (False, "END");
end Abort_At_Accept;
