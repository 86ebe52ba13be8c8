// How many states a plain, an atomic and a d_step sequence of three statements take, one process.
byte x;
active proctype P() { x = 1; x = 2; x = 3; atomic { x = 4; x = 5; x = 6 } d_step { x = 7; x = 8; x = 9 } x = 10 }
