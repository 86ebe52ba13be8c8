--  RM 9.7.1: A guard that becomes true while the select waits stays closed.
--  Answer: hangs
procedure Select_Guards_Are_Not_Repeated is
   Open, Seen : Boolean := False;
   function Guard return Boolean is
      Now : constant Boolean := Open;
   begin
      Seen := True;
      return Now;
   end Guard;
   task S is
      entry A;
      entry B;
   end S;
   task body S is
   begin
      select
         when Guard =>
            accept A;
      or
         accept B;
      end select;
   end S;
begin
   while not Seen loop
      delay 0.001;
   end loop;
   Open := True;
   S.A;
end Select_Guards_Are_Not_Repeated;
