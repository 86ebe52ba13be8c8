--  RM 9.7.1: An entry may be in several alternatives of one select.
--  Answer: END
procedure Select_Same_Entry_Twice is
   R : Integer := 0;
   task S is
      entry A (N : Integer);
   end S;
   task body S is
      Even : Boolean := False;
   begin
      for I in 1 .. 3 loop
         select
            when Even =>
               accept A (N : Integer) do
                  R := R * 10 + N + 1;
               end A;
         or
            when not Even =>
               accept A (N : Integer) do
                  R := R * 10 + N;
               end A;
         end select;
         Even := not Even;
      end loop;
   end S;
begin
   for I in 1 .. 3 loop
      S.A (I);
   end loop;
   pragma Assert (R = 133);
   pragma Assert (False, "END");
end Select_Same_Entry_Twice;
