--  RM 9.8(5): Abort of a task aborts the tasks that depend on it.
--  Answer: END
procedure Abort_Dependents is
   N : Integer := 0;
begin
   declare
      task T;
      task body T is
         task Inner is
            entry E;
         end Inner;
         task body Inner is
         begin
            accept E;
            N := 100;
         end Inner;
      begin
         accept_forever : loop
            delay 0.001;
         end loop accept_forever;
      end T;
   begin
      abort T;
   end;
   pragma Assert (N = 0);
   pragma Assert (False, "END");
end Abort_Dependents;
