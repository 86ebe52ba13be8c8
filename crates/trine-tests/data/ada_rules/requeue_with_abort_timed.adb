--  RM 9.5.4, 9.7.2: A timed call that was requeued with abort can still give up.
--  Answer: END
procedure Requeue_With_Abort_Timed is
   protected P is
      entry A;
      function Waiting return Integer;
   private
      entry B;
      Opened : Boolean := False;
   end P;
   protected body P is
      entry A when True is
      begin
         requeue B with abort;
      end A;
      entry B when Opened is
      begin
         null;
      end B;
      function Waiting return Integer is
      begin
         return B'Count;
      end Waiting;
   end P;
   N : Integer := 0;
begin
   select
      P.A;
      pragma Assert (False);
   or
      delay 0.002;
      N := 1;
   end select;
   pragma Assert (N = 1 and P.Waiting = 0);
   pragma Assert (False, "END");
end Requeue_With_Abort_Timed;
