--  RM 9.7.2: A timed call that is not accepted in time leaves the queue.
--  Answer: END
procedure Timed_Call_Gives_Up is
   N : Integer := 0;
   task S is
      entry E;
      entry Stop;
   end S;
   task body S is
   begin
      accept Stop do
         pragma Assert (E'Count = 0);
      end Stop;
   end S;
begin
   select
      S.E;
      pragma Assert (False);
   or
      delay 0.002;
      N := 1;
   end select;
   S.Stop;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Timed_Call_Gives_Up;
