// The escape starts with else or with a choice that has one.
byte x, y;
active proctype P() { { x == 1; x = 5 } unless { if :: y == 1 -> x = 7 :: else -> x = 8 fi } }
active proctype Q() { y = 1 }
