--  RM 9.5.2(14): Inside an accept statement another entry can be accepted.
--  Answer: END
procedure Rdv_Nested_Accept is
   R : Integer := 0;
begin
   declare
      task S is
         entry Ask (N : out Integer);
         entry Tell (N : Integer);
      end S;
      task A;
      task body S is
      begin
         accept Ask (N : out Integer) do
            accept Tell (N : Integer) do
               Ask.N := N + 1;
            end Tell;
         end Ask;
      end S;
      task body A is
      begin
         S.Tell (6);
      end A;
   begin
      S.Ask (R);
   end;
   pragma Assert (R = 7);
   pragma Assert (False, "END");
end Rdv_Nested_Accept;
