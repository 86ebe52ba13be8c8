--  RM 9.8, 9.5.3: A task that waits at a protected entry is ended by abort and leaves the queue.
--  Answer: END
procedure Abort_Waiting_Protected_Entry is
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
      function Waiting return Integer is
      begin
         return E'Count;
      end Waiting;
   end P;
   task T;
   task body T is
   begin
      P.E;
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
end Abort_Waiting_Protected_Entry;
