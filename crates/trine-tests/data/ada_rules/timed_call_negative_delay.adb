--  RM 9.7.2, 9.6: A delay that is not positive: the call is made if it is accepted at once.
--  Answer: END
procedure Timed_Call_Negative_Delay is
   N : Integer := 0;
   task S is
      entry E;
      entry Stop;
   end S;
   task body S is
   begin
      accept Stop;
   end S;
begin
   select
      S.E;
      pragma Assert (False);
   or
      delay -1.0;
      N := 1;
   end select;
   S.Stop;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Timed_Call_Negative_Delay;
