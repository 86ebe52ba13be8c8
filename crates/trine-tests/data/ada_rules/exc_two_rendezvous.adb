--  RM 9.5.2, 11.4: An exception in a nested rendezvous reaches both callers.
--  Answer: END
procedure Exc_Two_Rendezvous is
   Failure : exception;
   Server, Caller : Boolean := False;
begin
   declare
      task A is
         entry E;
      end A;
      task B is
         entry E;
      end B;
      task body A is
      begin
         accept E do
            B.E;
         end E;
      exception
         when Failure => Server := True;
      end A;
      task body B is
      begin
         accept E do
            raise Failure;
         end E;
      exception
         when Failure => null;
      end B;
   begin
      A.E;
   exception
      when Failure => Caller := True;
   end;
   pragma Assert (Server and Caller);
   pragma Assert (False, "END");
end Exc_Two_Rendezvous;
