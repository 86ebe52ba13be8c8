// A loop left by break inside the main sequence.
byte x, y;
active proctype P() { { do :: x < 2 -> x++ :: x == 2 -> break od; x = 5 } unless { y -> x = 9 } }
active proctype Q() { y = 1 }
