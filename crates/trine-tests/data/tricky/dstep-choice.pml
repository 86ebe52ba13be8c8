// Inside d_step a choice with two executable options always takes the first.
byte x;
active proctype P() { d_step { if :: x = 1 :: x = 2 fi; x = x + 10 } assert(x == 11) }
