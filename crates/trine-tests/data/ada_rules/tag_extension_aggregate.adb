--  RM 4.3.2(7): The components of an extension aggregate that its ancestor part has not are given by the association.
--  Answer: END
procedure Tag_Extension_Aggregate is
   package P is
      type Point is tagged record
         X, Y : Integer := 1;
      end record;
      function Sum (P : Point) return Integer is (P.X + P.Y);
      type Pixel is new Point with record
         Colour : Integer := 0;
      end record;
      overriding function Sum (P : Pixel) return Integer is (P.X + P.Y + P.Colour);
   end P;
   use P;
   Origin : Point := (X => 3, Y => 4);
   A : Pixel := (Origin with Colour => 5);
   B : Pixel := (Point with Colour => 7);
   C : Point'Class := A;
begin
   Origin.X := 100;
   A.Colour := 50;
   pragma Assert (A.Sum = 57 and B.Sum = 9);
   pragma Assert (C.Sum = 12);
   Origin := Point (A);
   pragma Assert (Origin.Sum = 7);
   pragma Assert (False, "END");
end Tag_Extension_Aggregate;
