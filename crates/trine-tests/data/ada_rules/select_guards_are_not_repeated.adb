--  RM 9.7.1: A guard that becomes true while the select waits stays closed.
--  Answer: hangs
procedure Select_Guards_Are_Not_Repeated is
   Open : Boolean := False;
   task S is
      entry A;
      entry B;
      entry Ready;
   end S;
   task body S is
   begin
      accept Ready;
      select
         when Open =>
            accept A;
      or
         accept B;
      end select;
   end S;
   task Opener;
   task body Opener is
   begin
      S.Ready;
      while S'Callable loop
         delay 0.01;
         select
            S.A;
            exit;
         else
            exit;
         end select;
      end loop;
   end Opener;
begin
   while not Opener'Terminated loop
      delay 0.001;
   end loop;
   Open := True;
   S.A;
end Select_Guards_Are_Not_Repeated;
