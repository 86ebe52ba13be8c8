procedure Composite_Equality is
   type Pair is record
      A, B : Integer := 0;
   end record;
   type Row is array (Positive range <>) of Pair;
   type Whole (N : Natural) is record
      Id : Integer := 1;
      Items : Row (1 .. N);
   end record;
   P, Q : Pair;
   R : Row (1 .. 2);
   S : Row (3 .. 4);
   T : Row (1 .. 3);
   V, W : Whole (2);
begin
   pragma Assert (P = Q and R = S and V = W);
   pragma Assert (R /= T);
   Q.B := 1;
   S (4).A := 7;
   W.Items (2).B := 3;
   pragma Assert (P /= Q and R /= S and not (V = W));
   pragma Assert (Q = (0, 1));
   R (2) := (7, 0);
   pragma Assert (R = S and R (1 .. 1) = S (3 .. 3));
   pragma Assert (R (2 .. 1) = S (4 .. 3));
   pragma Assert (P = Q);
end Composite_Equality;
