// The first statement of d_step may block like any guard.
byte x, y;
active proctype P() { d_step { x == 2; y = 1; y = 2 } }
active proctype Q() { x = 1; x = 2 }
