// timeout as the guard of d_step and inside one.
byte x;
active proctype P() { d_step { timeout -> x = 1; x = 2 } }
active proctype Q() { d_step { x == 2; if :: timeout -> x = 3 :: else -> x = 4 fi } }
