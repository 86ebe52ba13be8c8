--  RM 9.7.1: A terminate alternative whose guard is false is never selected.
--  Answer: hangs
procedure Select_Terminate_Guard_Closed is
   Open : Boolean := False;
   task S is
      entry A;
   end S;
   task body S is
   begin
      select
         accept A;
      or
         when Open =>
            terminate;
      end select;
   end S;
begin
   null;
end Select_Terminate_Guard_Closed;
