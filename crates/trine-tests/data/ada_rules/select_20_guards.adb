--  RM 9.7.1: Guards of a select with more than 16 alternatives close those that are false.
--  Answer: END
procedure Select_20_Guards is
   Sum : Integer := 0;
   Open : Boolean := True;
   task S is
      entry E0;
      entry E1;
      entry E2;
      entry E3;
      entry E4;
      entry E5;
      entry E6;
      entry E7;
      entry E8;
      entry E9;
      entry E10;
      entry E11;
      entry E12;
      entry E13;
      entry E14;
      entry E15;
      entry E16;
      entry E17;
      entry E18;
      entry E19;
   end S;
   task body S is
   begin
      loop
         select
            accept E0 do
               Sum := Sum * 2 + 0;
            end E0;
         or
            when Open =>
               accept E1 do
               Sum := Sum * 2 + 1;
            end E1;
         or
            accept E2 do
               Sum := Sum * 2 + 2;
            end E2;
         or
            when Open =>
               accept E3 do
               Sum := Sum * 2 + 3;
            end E3;
         or
            accept E4 do
               Sum := Sum * 2 + 4;
            end E4;
         or
            when Open =>
               accept E5 do
               Sum := Sum * 2 + 5;
            end E5;
         or
            accept E6 do
               Sum := Sum * 2 + 6;
            end E6;
         or
            when Open =>
               accept E7 do
               Sum := Sum * 2 + 7;
            end E7;
         or
            accept E8 do
               Sum := Sum * 2 + 8;
            end E8;
         or
            when Open =>
               accept E9 do
               Sum := Sum * 2 + 9;
            end E9;
         or
            accept E10 do
               Sum := Sum * 2 + 10;
            end E10;
         or
            when Open =>
               accept E11 do
               Sum := Sum * 2 + 11;
            end E11;
         or
            accept E12 do
               Sum := Sum * 2 + 12;
            end E12;
         or
            when Open =>
               accept E13 do
               Sum := Sum * 2 + 13;
            end E13;
         or
            accept E14 do
               Sum := Sum * 2 + 14;
            end E14;
         or
            when Open =>
               accept E15 do
               Sum := Sum * 2 + 15;
            end E15;
         or
            accept E16 do
               Sum := Sum * 2 + 16;
            end E16;
         or
            when Open =>
               accept E17 do
               Sum := Sum * 2 + 17;
            end E17;
         or
            accept E18 do
               Sum := Sum * 2 + 18;
            end E18;
         or
            when Open = (19 /= 19) =>
               accept E19 do
               Sum := Sum * 2 + 19;
            end E19;
         or
            terminate;
         end select;
      end loop;
   end S;
begin
   S.E18;
   S.E17;
   select
      S.E19;
      Sum := 0;
   else
      Sum := Sum + 1;
   end select;
   pragma Assert (Sum = 54);
   pragma Assert (False, "END");
end Select_20_Guards;
