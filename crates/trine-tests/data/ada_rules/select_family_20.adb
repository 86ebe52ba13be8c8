--  RM 9.7.1: A select may have an alternative for each of twenty indices of a family.
--  Answer: END
procedure Select_Family_20 is
   R : Integer := 0;
   task S is
      entry E (1 .. 20) (N : Integer);
   end S;
   task body S is
   begin
      for I in 1 .. 3 loop
         select
            accept E (1) (N : Integer) do
               R := R * 100 + 1 * N;
            end E;
         or
            accept E (2) (N : Integer) do
               R := R * 100 + 2 * N;
            end E;
         or
            accept E (3) (N : Integer) do
               R := R * 100 + 3 * N;
            end E;
         or
            accept E (4) (N : Integer);
         or
            accept E (5) (N : Integer);
         or
            accept E (6) (N : Integer);
         or
            accept E (7) (N : Integer);
         or
            accept E (8) (N : Integer);
         or
            accept E (9) (N : Integer);
         or
            accept E (10) (N : Integer);
         or
            accept E (11) (N : Integer);
         or
            accept E (12) (N : Integer);
         or
            accept E (13) (N : Integer);
         or
            accept E (14) (N : Integer);
         or
            accept E (15) (N : Integer);
         or
            accept E (16) (N : Integer);
         or
            accept E (17) (N : Integer) do
               R := R * 100 + 17 * N;
            end E;
         or
            accept E (18) (N : Integer);
         or
            accept E (19) (N : Integer);
         or
            accept E (20) (N : Integer) do
               R := R * 100 + 20 * N;
            end E;
         end select;
      end loop;
   end S;
begin
   S.E (20) (2);
   S.E (1) (3);
   S.E (17) (1);
   pragma Assert (R = 400317);
   pragma Assert (False, "END");
end Select_Family_20;
