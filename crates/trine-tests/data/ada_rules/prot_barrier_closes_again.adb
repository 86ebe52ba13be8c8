--  RM 9.5.3: One caller is let through when its entry body closes the barrier.
--  Answer: END
procedure Prot_Barrier_Closes_Again is
   protected P is
      entry Wait;
      procedure Open;
      function Waiting return Integer;
   private
      Opened : Boolean := False;
   end P;
   protected body P is
      entry Wait when Opened is
      begin
         Opened := False;
      end Wait;
      procedure Open is
      begin
         Opened := True;
      end Open;
      function Waiting return Integer is
      begin
         return Wait'Count;
      end Waiting;
   end P;
   task type T;
   task body T is
   begin
      P.Wait;
   end T;
   A, B : T;
begin
   while P.Waiting < 2 loop
      delay 0.001;
   end loop;
   P.Open;
   pragma Assert (P.Waiting = 1);
   P.Open;
   pragma Assert (P.Waiting = 0);
   pragma Assert (False, "END");
end Prot_Barrier_Closes_Again;
