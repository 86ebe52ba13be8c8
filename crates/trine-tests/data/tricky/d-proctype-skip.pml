// In a D_proctype a skip, a constant condition or a jump beside another way on is no error.
byte x;
active D_proctype P() { if :: x == 0 :: skip fi; if :: x = 1 :: true fi; do :: x < 3 -> x++ :: break od }
