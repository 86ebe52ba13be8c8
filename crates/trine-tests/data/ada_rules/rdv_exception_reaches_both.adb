--  RM 9.5.2, 11.4: An exception that leaves an accept statement is raised in the caller and after
--  the accept statement.
--  Answer: END
procedure Rdv_Exception_Reaches_Both is
   Failure : exception;
   Caller, Server : Boolean := False;
begin
   declare
      task T is
         entry E;
      end T;
      task body T is
      begin
         begin
            accept E do
               raise Failure;
            end E;
            pragma Assert (False);
         exception
            when Failure => Server := True;
         end;
      end T;
   begin
      T.E;
      pragma Assert (False);
   exception
      when Failure => Caller := True;
   end;
   pragma Assert (Caller and Server);
   pragma Assert (False, "END");
end Rdv_Exception_Reaches_Both;
