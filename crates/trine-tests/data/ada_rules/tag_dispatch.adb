--  RM 3.9.2(20): A call with a class-wide controlling argument executes the body of the type that the tag names.
--  Answer: END
procedure Tag_Dispatch is
   package Shapes is
      type Shape is tagged record
         Side : Integer := 2;
      end record;
      function Area (S : Shape) return Integer;
      procedure Grow (S : in out Shape; By : Integer);
      type Square is new Shape with null record;
      overriding function Area (S : Square) return Integer;
      type Box is new Square with record
         Height : Integer := 3;
      end record;
      overriding function Area (S : Box) return Integer;
      overriding procedure Grow (S : in out Box; By : Integer);
   end Shapes;
   package body Shapes is
      function Area (S : Shape) return Integer is (S.Side);
      procedure Grow (S : in out Shape; By : Integer) is
      begin
         S.Side := S.Side + By;
      end Grow;
      function Area (S : Square) return Integer is (S.Side * S.Side);
      function Area (S : Box) return Integer is (S.Side * S.Side * S.Height);
      procedure Grow (S : in out Box; By : Integer) is
      begin
         S.Height := S.Height + By;
      end Grow;
   end Shapes;
   use Shapes;
   procedure Twice (S : in out Shape'Class) is
   begin
      Grow (S, 1);
      S.Grow (1);
   end Twice;
   A : Shape;
   B : Square;
   C : Box;
begin
   Twice (A);
   Twice (B);
   Twice (C);
   pragma Assert (A.Side = 4 and B.Side = 4);
   pragma Assert (C.Side = 2 and C.Height = 5);
   pragma Assert (Shape'Class (A).Area = 4);
   pragma Assert (Area (Shape'Class (B)) = 16);
   pragma Assert (Shape'Class (C).Area = 20);
   pragma Assert (B.Area = 16);
   pragma Assert (False, "END");
end Tag_Dispatch;
