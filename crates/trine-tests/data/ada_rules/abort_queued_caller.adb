--  RM 9.8, 9.5.3: A caller that is aborted while it waits leaves the queue.
--  Answer: END
procedure Abort_Queued_Caller is
   task S is
      entry E;
      entry Stop;
   end S;
   task C;
   task body S is
   begin
      while E'Count = 0 loop
         delay 0.001;
      end loop;
      abort C;
      while not C'Terminated loop
         delay 0.001;
      end loop;
      pragma Assert (E'Count = 0);
      accept Stop;
   end S;
   task body C is
   begin
      S.E;
      pragma Assert (False);
   end C;
begin
   S.Stop;
   pragma Assert (False, "END");
end Abort_Queued_Caller;
