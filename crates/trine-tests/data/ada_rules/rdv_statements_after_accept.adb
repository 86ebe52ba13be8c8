--  RM 9.5.2: The caller goes on when the accept statement ends, not before.
--  Answer: END
procedure Rdv_Statements_After_Accept is
   N : Integer := 0;
   task T is
      entry E;
   end T;
   task body T is
   begin
      accept E do
         N := 1;
         delay 0.002;
         N := N + 1;
      end E;
   end T;
begin
   T.E;
   pragma Assert (N = 2);
   pragma Assert (False, "END");
end Rdv_Statements_After_Accept;
