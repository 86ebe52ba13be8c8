// A never claim that reaches its end is violated.
byte x;
active proctype P() { do :: x < 5 -> x++ :: else -> break od }
never { do :: x < 3 :: x == 3 -> break od }
