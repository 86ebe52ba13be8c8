// The main sequence is a d_step: the escape can only come before it.
byte x, y;
active proctype P() { { d_step { x = 1; x = 2; y = 1; x = 3 }; x = 4 } unless { y == 1 -> x = 10 } }
active proctype Q() { byte s; s = x }
