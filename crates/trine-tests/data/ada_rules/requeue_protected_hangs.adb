--  RM 9.5.4: A caller that is requeued to an entry that never opens waits for ever.
--  Answer: hangs
procedure Requeue_Protected_Hangs is
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
   P.A;
end Requeue_Protected_Hangs;
