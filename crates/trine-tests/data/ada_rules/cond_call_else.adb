--  RM 9.7.3: A conditional call is not made when the server does not accept it at once.
--  Answer: END
procedure Cond_Call_Else is
   N : Integer := 0;
   task S is
      entry Start;
      entry E;
      entry Stop;
   end S;
   task body S is
   begin
      accept Start;
      accept Stop;
      pragma Assert (E'Count = 0);
   end S;
begin
   S.Start;
   select
      S.E;
      pragma Assert (False);
   else
      N := 1;
   end select;
   S.Stop;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Cond_Call_Else;
