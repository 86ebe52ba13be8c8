--  RM 9.5.4, 9.8: A caller that was requeued without abort is not ended before it is served.
--  Answer: END
procedure Requeue_Without_Abort_Aborted is
   N : Integer := 0;
   protected P is
      entry A;
      procedure Open;
      function Waiting return Integer;
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
         N := N + 1;
      end B;
      procedure Open is
      begin
         Opened := True;
      end Open;
      function Waiting return Integer is
      begin
         return B'Count;
      end Waiting;
   end P;
   task T;
   task body T is
   begin
      P.A;
      N := N + 100;
   end T;
begin
   while P.Waiting = 0 loop
      delay 0.001;
   end loop;
   abort T;
   pragma Assert (P.Waiting = 1 and not T'Terminated);
   P.Open;
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Requeue_Without_Abort_Aborted;
