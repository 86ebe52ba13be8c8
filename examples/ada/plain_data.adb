with Ada.Text_IO;
procedure Plain_Data is
   package Io renames Ada.Text_IO;
   type Kind is (A, B);
   type Rec is record
      K : Kind := B;
      V : Integer := 3;
   end record;
   type Grid is array (1 .. 2, 1 .. 2) of Integer;
   type Ptr is access Rec;
   function Twice (X : Integer) return Integer is (X * 2);
   function Twice (X : Boolean) return Boolean is (not X);
   procedure Both (X : in Integer; D : out Integer; Q : in out Integer) is
      procedure Inner is
      begin
         D := X + Q;
      end Inner;
   begin
      Inner;
      Q := Q + 1;
   end Both;
   function Fact (N : Natural) return Positive is
   begin
      if N = 0 then
         return 1;
      end if;
      return N * Fact (N - 1);
   end Fact;
   G : Grid := (others => (others => 1));
   R, S : Rec;
   P : Ptr := new Rec'(A, 7);
   D, Q : Integer := 1;
   type Byte is mod 256;
   W : Byte := 250;
begin
   G (2, 1) := 5;
   R := (K => A, V => Twice (4));
   S := R;
   R.V := 0;
   pragma Assert (S.V = 8 and S.K = A);
   pragma Assert (G (2, 1) + G (1, 2) = 6);
   pragma Assert (P.V = 7 and P.all.K = A);
   Both (2, D, Q);
   pragma Assert (D = 3);
   pragma Assert (Q = 2);
   pragma Assert (Fact (5) = 120);
   pragma Assert (Twice (False));
   W := W + 10;
   pragma Assert (W = 4);
   pragma Assert ((-7) mod 3 = 2 and (-7) rem 3 = -1);
   for I in reverse 1 .. 3 loop
      Q := I;
   end loop;
   pragma Assert (Q = 1);
   <<Again>>
   Q := Q + 1;
   if Q < 4 then
      goto Again;
   end if;
   pragma Assert (Q = 4 and Q in 2 .. 5 and Q not in 6 | 7);
   begin
      Q := Integer'Max (Q, 9) / (D - 3);
   exception
      when Constraint_Error => Q := 77;
   end;
   pragma Assert (Q = 77);
   Io.Put_Line ("done" & Integer'Image (Q));
end Plain_Data;
