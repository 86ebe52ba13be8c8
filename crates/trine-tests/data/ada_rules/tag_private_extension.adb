--  RM 3.9.2(16): All controlling arguments of a dispatching call have the same tag: Constraint_Error otherwise.
--  Answer: END
procedure Tag_Private_Extension is
   package P is
      type Base is abstract tagged private;
      type Ref is access all Base'Class;
      function Make (N : Integer) return Base'Class;
      procedure Step (X : in out Base; By : Integer := 5) is abstract;
      function Total (X : Base) return Integer;
      function Same (L, R : Base) return Boolean;
      procedure Twice (X : in out Base'Class);
      type Mid is new Base with private;
      overriding procedure Step (Self : in out Mid; By : Integer := 7);
      type Leaf is new Mid with private;
      overriding function Total (X : Leaf) return Integer;
   private
      type Base is abstract tagged record
         N : Integer := 0;
      end record;
      type Mid is new Base with record
         M : Integer := 10;
      end record;
      overriding function Same (A, B : Mid) return Boolean;
      type Leaf is new Mid with record
         L : Integer := 100;
      end record;
   end P;
   package body P is
      function Make (N : Integer) return Base'Class is
      begin
         if N > 0 then
            return Mid'(N => N, M => 1);
         end if;
         return Leaf'(N => N, M => 2, L => 3);
      end Make;
      function Total (X : Base) return Integer is (X.N);
      function Same (L, R : Base) return Boolean is (L.N = R.N);
      procedure Twice (X : in out Base'Class) is
      begin
         X.Step;
         Step (X, By => 1);
      end Twice;
      procedure Step (Self : in out Mid; By : Integer := 7) is
      begin
         Self.N := Self.N + By;
      end Step;
      function Same (A, B : Mid) return Boolean is (A.M = B.M);
      function Total (X : Leaf) return Integer is (Mid (X).Total + X.L);
   end P;
   use P;
   A : Mid;
   B : Leaf;
   R : Ref;
   Caught : Integer := 0;
   C : Base'Class := Make (4);
   D : Base'Class := Make (-4);
begin
   Twice (A);
   A.Twice;
   pragma Assert (A.Total = 12);
   A.Step;
   pragma Assert (A.Total = 19);
   B.Step (2);
   pragma Assert (B.Total = 102);
   pragma Assert (C.Total = 4 and D.Total = -1);
   pragma Assert (not C.Same (Make (5)) or C.Same (Make (5)));
   begin
      if Same (C, D) then
         Caught := 5;
      end if;
   exception
      when Constraint_Error => Caught := Caught + 1;
   end;
   pragma Assert (Caught = 1);
   R := new Leaf;
   R.Twice;
   R.Step (By => 3);
   pragma Assert (R.Total = 109);
   R := new Base'Class'(C);
   Twice (R.all);
   pragma Assert (R.Total = 10 and C.Total = 4);
   pragma Assert (False, "END");
end Tag_Private_Extension;
