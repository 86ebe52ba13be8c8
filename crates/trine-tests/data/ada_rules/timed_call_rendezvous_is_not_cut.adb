--  RM 9.7.2: Once a timed call is accepted, the caller waits for the end of the rendezvous.
--  Answer: END
procedure Timed_Call_Rendezvous_Is_Not_Cut is
   N : Integer := 0;
   task S is
      entry E;
   end S;
   task body S is
   begin
      accept E do
         delay 0.02;
         N := 1;
      end E;
   end S;
   Done : Boolean := False;
begin
   while not Done loop
      select
         S.E;
         Done := True;
         pragma Assert (N = 1);
      or
         delay 0.005;
         pragma Assert (N = 0);
      end select;
   end loop;
   pragma Assert (False, "END");
end Timed_Call_Rendezvous_Is_Not_Cut;
