// A d_step is one step: its process goes on to the end although its provided clause becomes false.
byte x;
active proctype P() provided (x < 1) { d_step { x = 1; x = 2; x = 3 }; x = 4 }
active proctype Q() { x == 3; x = 0 }
