// The main sequence blocks; the escape is the way out.
byte x, y;
active proctype P() { { x == 9; x = 10 } unless { y == 1 -> x = 7 } }
active proctype Q() { y = 1 }
