--  RM 6.1.1(33): A function whose result violates its postcondition.
--  Answer: dies Assertion_Error
procedure Contract_Wrong_Result is
   function Next (V : Integer) return Integer with Post => Next'Result > V;
   function Next (V : Integer) return Integer is
   begin
      return (if V = 3 then 3 else V + 1);
   end Next;
   X : Integer := 1;
begin
   for I in 1 .. 3 loop
      X := Next (X);
   end loop;
end Contract_Wrong_Result;
