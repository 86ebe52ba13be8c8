// goto into the middle of a d_step.
byte x;
active proctype P() { goto in; d_step { x = 1; in: x = 2; x = 3 } x = 4 }
