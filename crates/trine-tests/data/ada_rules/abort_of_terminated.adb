--  RM 9.8: Abort of a terminated task has no effect.
--  Answer: END
procedure Abort_Of_Terminated is
   N : Integer := 0;
   task T;
   task body T is
   begin
      N := 1;
   end T;
begin
   while not T'Terminated loop
      delay 0.001;
   end loop;
   abort T;
   pragma Assert (N = 1 and T'Terminated);
   pragma Assert (False, "END");
end Abort_Of_Terminated;
