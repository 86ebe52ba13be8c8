--  RM 9.8, 9.5.2: A caller whose server is aborted during the rendezvous gets Tasking_Error.
--  Answer: END
procedure Abort_Server_In_Rendezvous is
   Caught : Boolean := False;
begin
   declare
      task S is
         entry E;
      end S;
      task body S is
      begin
         accept E do
            abort S;
            pragma Assert (False);
         end E;
      end S;
   begin
      S.E;
      pragma Assert (False);
   exception
      when Tasking_Error => Caught := True;
   end;
   pragma Assert (Caught);
   pragma Assert (False, "END");
end Abort_Server_In_Rendezvous;
