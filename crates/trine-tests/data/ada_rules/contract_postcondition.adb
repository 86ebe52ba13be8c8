--  RM 6.1.1(33): A postcondition that is false is an assertion that fails at the return.
--  Answer: dies Assertion_Error
procedure Contract_Postcondition is
   N : Integer := 0;
   procedure Up (By : Integer) with Post => N > N'Old;
   procedure Up (By : Integer) is
   begin
      N := N + By;
   end Up;
begin
   Up (1);
   Up (0);
end Contract_Postcondition;
