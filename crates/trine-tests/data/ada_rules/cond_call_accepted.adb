--  RM 9.7.3: A conditional call is made when the server waits for it.
--  Answer: END
procedure Cond_Call_Accepted is
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
      else
         delay 0.001;
      end select;
   end loop;
   pragma Assert (N = 3);
   pragma Assert (False, "END");
end Cond_Call_Accepted;
