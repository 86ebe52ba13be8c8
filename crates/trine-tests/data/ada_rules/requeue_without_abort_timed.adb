--  RM 9.5.4, 9.7.2: A timed call that was requeued without abort cannot give up any more.
--  Answer: hangs
procedure Requeue_Without_Abort_Timed is
   protected P is
      entry A;
   private
      entry B;
      Opened : Boolean := False;
   end P;
   protected body P is
      entry A when True is
      begin
         requeue B;
      end A;
      entry B when Opened is
      begin
         null;
      end B;
   end P;
begin
   select
      P.A;
   or
      delay 0.002;
   end select;
end Requeue_Without_Abort_Timed;
