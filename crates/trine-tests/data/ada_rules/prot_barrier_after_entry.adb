--  RM 9.5.3: An entry body may open the barrier of another entry.
--  Answer: END
procedure Prot_Barrier_After_Entry is
   Order : Integer := 0;
   protected P is
      entry A;
      entry B;
      function Waiting return Integer;
   private
      Opened : Boolean := False;
   end P;
   protected body P is
      entry A when True is
      begin
         Opened := True;
         Order := Order * 10 + 1;
      end A;
      entry B when Opened is
      begin
         Order := Order * 10 + 2;
      end B;
      function Waiting return Integer is
      begin
         return B'Count;
      end Waiting;
   end P;
   task T;
   task body T is
   begin
      P.B;
   end T;
begin
   while P.Waiting = 0 loop
      delay 0.001;
   end loop;
   P.A;
   pragma Assert (Order = 12);
   pragma Assert (False, "END");
end Prot_Barrier_After_Entry;
