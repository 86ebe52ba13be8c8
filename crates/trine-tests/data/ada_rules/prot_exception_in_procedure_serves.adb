--  RM 9.5.1, 9.5.3: Also where a protected procedure ends by an exception, the queues are served.
--  Answer: END
procedure Prot_Exception_In_Procedure_Serves is
   Failure : exception;
   protected P is
      entry Wait;
      procedure Open_And_Fail;
      function Waiting return Integer;
   private
      Opened : Boolean := False;
   end P;
   protected body P is
      entry Wait when Opened is
      begin
         null;
      end Wait;
      procedure Open_And_Fail is
      begin
         Opened := True;
         raise Failure;
      end Open_And_Fail;
      function Waiting return Integer is
      begin
         return Wait'Count;
      end Waiting;
   end P;
   task T;
   task body T is
   begin
      P.Wait;
   end T;
begin
   while P.Waiting = 0 loop
      delay 0.001;
   end loop;
   begin
      P.Open_And_Fail;
   exception
      when Failure => null;
   end;
   while not T'Terminated loop
      delay 0.001;
   end loop;
   pragma Assert (False, "END");
end Prot_Exception_In_Procedure_Serves;
