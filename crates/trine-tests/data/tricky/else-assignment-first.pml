// else beside an assignment is never taken.
byte x;
active proctype P() { if :: x = 1 :: else -> x = 2 fi; assert(x == 1) }
