--  RM 11.4.2: GNAT's Loop_Invariant is an assertion in each round.
--  Answer: dies Assertion_Error
procedure Contract_Loop_Invariant is
   N : Integer := 0;
begin
   for I in 1 .. 4 loop
      pragma Loop_Invariant (N < 6);
      N := N + I;
   end loop;
end Contract_Loop_Invariant;
