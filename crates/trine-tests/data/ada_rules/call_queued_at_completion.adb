--  RM 9.5.3(21): Calls that are queued when a task completes raise Tasking_Error in their callers.
--  Answer: END
procedure Call_Queued_At_Completion is
   Caught : Integer := 0;
begin
   declare
      task T is
         entry E;
      end T;
      task A;
      task body T is
      begin
         while E'Count < 1 loop
            delay 0.001;
         end loop;
      end T;
      task body A is
      begin
         T.E;
         pragma Assert (False);
      exception
         when Tasking_Error => Caught := Caught + 1;
      end A;
   begin
      null;
   end;
   pragma Assert (Caught = 1);
   pragma Assert (False, "END");
end Call_Queued_At_Completion;
