--  RM 9.5.2, 11.4: An exception of an entry body is raised in the caller that is served, not in
--  the one that opened the barrier.
--  Answer: END
procedure Prot_Exception_In_Entry is
   Failure : exception;
   Caught : Boolean := False;
begin
   declare
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
            raise Failure;
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
      task T;
      task body T is
      begin
         P.Wait;
         pragma Assert (False);
      exception
         when Failure => Caught := True;
      end T;
   begin
      while P.Waiting = 0 loop
         delay 0.001;
      end loop;
      P.Open;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Prot_Exception_In_Entry;
