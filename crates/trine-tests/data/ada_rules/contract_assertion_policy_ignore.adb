--  RM 11.4.2: Assertions are not evaluated where the policy is Ignore.
--  Answer: END
procedure Contract_Assertion_Policy_Ignore is
   N : Integer := 0;
   procedure Q is
      pragma Assertion_Policy (Assert => Ignore);
   begin
      pragma Assert (N > 0);
      N := N + 1;
   end Q;
begin
   Q;
   pragma Assert (N = 1);
   pragma Assert (False, "END");
end Contract_Assertion_Policy_Ignore;
