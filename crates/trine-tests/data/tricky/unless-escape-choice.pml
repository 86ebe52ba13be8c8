// The escape starts with a choice: all its executable options are possible.
byte x;
active proctype P() { { x = 1; x = 2; x = 3 } unless { if :: x == 2 -> x = 10 :: x == 2 -> x = 20 :: x == 9 -> x = 30 fi } }
