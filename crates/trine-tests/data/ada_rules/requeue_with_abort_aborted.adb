--  RM 9.5.4, 9.8: A caller that was requeued with abort can be aborted.
--  Answer: END
procedure Requeue_With_Abort_Aborted is
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
   task T;
   task body T is
   begin
      P.A;
      pragma Assert (False);
   end T;
begin
   while P.Waiting = 0 loop
      delay 0.001;
   end loop;
   abort T;
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (P.Waiting = 0);
   pragma Assert (False, "END");
end Requeue_With_Abort_Aborted;
