procedure Alias is
   type Point is record
      X, Y : Integer := 1;
   end record;
   type Line is record
      From, To : Point;
   end record;
   P : Point := (10, 4);
   L : Line := (From => P, To => (1, 6));
   Q : Point;
begin
   P.X := 11;
   pragma Assert (L.From.X = 10);
   L.From := L.To;
   pragma Assert (P.X = 11);
   Q := L.From;
   Q.Y := 3;
   pragma Assert (L.From.Y = 6);
   P := (Y => P.X, X => 8);
   pragma Assert (P.Y = 11 and P.X = 8);
end Alias;
