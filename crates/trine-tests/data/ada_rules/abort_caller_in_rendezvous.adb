--  RM 9.8(15): A rendezvous whose caller is aborted is completed; the caller does not go on.
--  Answer: END
procedure Abort_Caller_In_Rendezvous is
   N : Integer := 0;
begin
   declare
      task C;
      task S is
         entry E;
      end S;
      task body C is
      begin
         S.E;
         N := N + 100;
      end C;
      task body S is
      begin
         accept E do
            abort C;
            N := N + 1;
         end E;
         N := N + 1;
      end S;
   begin
      null;
   end;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Abort_Caller_In_Rendezvous;
