// The main sequence is atomic: the escape is looked at before each of its statements, inside too.
byte x, y;
active proctype P() { { atomic { x = 1; x = 2; y = 1; x = 3; x = 4 } } unless { y == 1 -> x = 10 } }
active proctype Q() { byte s; s = x }
