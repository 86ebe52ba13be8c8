--  RM 9.5.3: Barriers are evaluated again after a protected procedure, before its caller goes on.
--  Answer: END
procedure Prot_Barrier_After_Procedure is
   N : Integer := 0;
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
         N := N + 1;
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
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Prot_Barrier_After_Procedure;
