// else in the main sequence with an escape at hand.
byte x, y;
active proctype P() { { if :: y == 1 -> x = 1 :: else -> x = 2 fi } unless { y == 1 -> x = 3 } }
active proctype Q() { y = 1 }
