--  RM 3.2.4(31): A predicate is checked where a parameter is passed.
--  Answer: dies Assertion_Error
procedure Contract_Predicate_Parameter is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   N : Integer := 0;
   procedure Put (E : Even) is
   begin
      N := N + E;
   end Put;
begin
   Put (N);
   Put (N + 1);
end Contract_Predicate_Parameter;
