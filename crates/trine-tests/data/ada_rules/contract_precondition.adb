--  RM 6.1.1(31): A precondition that is false is an assertion that fails at the call.
--  Answer: dies Assertion_Error
procedure Contract_Precondition is
   N : Integer := 0;
   procedure Take (V : Integer) with Pre => V > 0;
   procedure Take (V : Integer) is
   begin
      N := N + V;
   end Take;
begin
   Take (1);
   Take (N - 1);
end Contract_Precondition;
