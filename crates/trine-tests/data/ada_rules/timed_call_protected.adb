--  RM 9.7.2: A timed call of a protected entry whose barrier stays closed gives up and leaves the
--  queue.
--  Answer: END
procedure Timed_Call_Protected is
   protected P is
      entry E;
      function Waiting return Integer;
   private
      Open : Boolean := False;
   end P;
   protected body P is
      entry E when Open is
      begin
         null;
      end E;
      function Waiting return Integer is (E'Count);
   end P;
   N : Integer := 0;
begin
   select
      P.E;
      pragma Assert (False);
   or
      delay 0.002;
      N := 1;
   end select;
   pragma Assert (N = 1 and P.Waiting = 0);
   pragma Assert (False, "END");
end Timed_Call_Protected;
