// The claim sees the state in which an atomic sequence lost control.
byte x, y;
active proctype P() { atomic { x = 1; y == 1; x = 2; x = 3 } }
active proctype Q() { y = 1 }
never { do :: x != 1 && x != 2 :: x == 1 -> break od }
