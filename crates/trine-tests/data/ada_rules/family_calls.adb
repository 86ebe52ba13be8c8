--  RM 9.5.2, 9.5.3: An entry family has a queue for each index.
--  Answer: END
procedure Family_Calls is
   Order : Integer := 0;
   type Kind is (Low, Middle, High);
   task S is
      entry E (Kind) (N : Integer);
   end S;
   task body S is
   begin
      accept E (High) (N : Integer) do
         Order := Order * 10 + N;
      end E;
      accept E (Low) (N : Integer) do
         Order := Order * 10 + N;
      end E;
   end S;
begin
   S.E (High) (3);
   S.E (Low) (1);
   pragma Assert (Order = 31);
   pragma Assert (False, "END");
end Family_Calls;
