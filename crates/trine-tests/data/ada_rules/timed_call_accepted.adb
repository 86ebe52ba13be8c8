--  RM 9.7.2: A timed call that is accepted runs its statements.
--  Answer: END
procedure Timed_Call_Accepted is
   N : Integer := 0;
   task S is
      entry E (R : out Integer);
   end S;
   task body S is
   begin
      accept E (R : out Integer) do
         R := 3;
      end E;
   end S;
   Done : Boolean := False;
begin
   while not Done loop
      select
         S.E (N);
         Done := True;
         N := N + 1;
      or
         delay 0.01;
      end select;
   end loop;
   pragma Assert (N = 4);
   pragma Assert (False, "END");
end Timed_Call_Accepted;
