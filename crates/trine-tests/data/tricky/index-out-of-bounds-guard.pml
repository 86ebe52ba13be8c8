// An index out of bounds in a guard that is tried and not taken.
byte a[2], i = 5, x;
active proctype P() { if :: a[i] == 200 -> x = 1 :: x = 2 fi }
