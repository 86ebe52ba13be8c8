// else beside timeout, with another process that can still run.
byte x, y;
active proctype P() { if :: timeout -> x = 1 :: else -> x = 2 fi }
active proctype Q() { y = 1; y = 2 }
