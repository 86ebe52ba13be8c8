procedure Selguard is
   Open : Boolean := False;
   pragma Volatile (Open);
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
      select
         accept E0;
      or
         accept E1;
      or
         accept E2;
      or
         when Open => accept E3;
      or
         accept E4;
      or
         accept E5;
      or
         accept E6;
      or
         accept E7;
      or
         accept E8;
      or
         accept E9;
      or
         accept E10;
      or
         accept E11;
      or
         accept E12;
      or
         accept E13;
      or
         accept E14;
      or
         accept E15;
      or
         accept E16;
      or
         accept E17;
      or
         when Open => accept E18;
      or
         accept E19;
      or
         terminate;
      end select;
   end S;
begin
   Open := True;
   select
      S.E19;
   or
      delay 1.0;
   end select;
end Selguard;
