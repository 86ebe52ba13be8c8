--  RM 3.2.4(31): A value that violates a predicate of its subtype.
--  Answer: dies Assertion_Error
procedure Contract_Dynamic_Predicate is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   E : Even := 2;
   N : Integer := 4;
begin
   E := N;
   N := N + 1;
   E := N;
end Contract_Dynamic_Predicate;
