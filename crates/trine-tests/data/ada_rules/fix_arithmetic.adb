--  RM 4.5.5(18): Fixed point numbers are multiples of the small of their type: sums and products with whole numbers are
--  exact.
--  Answer: END
procedure Fix_Arithmetic is
   type Volt is delta 0.125 range -100.0 .. 100.0;
   type Money is delta 0.01 digits 8;
   Step : constant Volt := 0.25;
   V : Volt := 1.5;
   M : Money := 19.99;
   Caught : Integer := 0;
   function Double (X : Volt) return Volt is (X * 2);
begin
   V := V + Step;
   pragma Assert (V = 1.75);
   V := Double (V) - 0.5;
   pragma Assert (V = 3.0 and V > 2.875);
   V := V / 4;
   pragma Assert (V = 0.75);
   V := V * V;
   pragma Assert (V = 0.5);
   M := M * 3 + 0.01;
   pragma Assert (M = 59.98);
   M := M / 4;
   pragma Assert (M = 14.99);
   pragma Assert (Integer (Volt'(2.5)) = 3 and Integer (Volt'(-2.5)) = -3);
   pragma Assert (Integer (Volt'(2.375)) = 2);
   pragma Assert (Volt (7) = 7.0);
   begin
      V := 99.0;
      for I in 1 .. 3 loop
         V := V + Step + Step;
      end loop;
   exception
      when Constraint_Error => Caught := 1;
   end;
   pragma Assert (Caught = 1 and V = 100.0);
   pragma Assert (False, "END");
end Fix_Arithmetic;
