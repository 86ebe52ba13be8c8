// Options that start with a block, an atomic and a d_step.
byte x, y;
active proctype P() { if :: { x = 1; y = 1 } :: atomic { x = 2; y = 2 } :: d_step { x = 3; y = 3 } fi }
active proctype Q() { byte s; s = x }
