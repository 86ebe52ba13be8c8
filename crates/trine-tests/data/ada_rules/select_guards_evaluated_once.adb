--  RM 9.7.1(15): Every guard is evaluated once for each execution of the select.
--  Answer: END
procedure Select_Guards_Evaluated_Once is
   Calls : Integer := 0;
   function Guard (Answer : Boolean) return Boolean is
   begin
      Calls := Calls + 1;
      return Answer;
   end Guard;
   task S is
      entry A;
      entry B;
      entry C;
   end S;
   task body S is
   begin
      select
         when Guard (False) =>
            accept A;
      or
         when Guard (True) =>
            accept B;
      or
         when Guard (False) =>
            accept C;
      end select;
   end S;
begin
   S.B;
   pragma Assert (Calls = 3);
   pragma Assert (False, "END");
end Select_Guards_Evaluated_Once;
