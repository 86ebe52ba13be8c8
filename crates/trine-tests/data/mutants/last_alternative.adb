procedure Last_Alternative is
   task Server is
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
   end Server;

   task body Server is
   begin
      select
         accept E1;
      or
         accept E2;
      or
         accept E3;
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
      end select;
   end Server;
begin
   Server.E17;
end Last_Alternative;
