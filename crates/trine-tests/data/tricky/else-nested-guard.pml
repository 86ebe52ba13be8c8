// An option that starts with a nested choice: its guards count for the outer else.
byte x, y;
active proctype P() { if :: if :: y == 1 -> x = 1 :: y == 2 -> x = 2 fi :: else -> x = 3 fi }
active proctype Q() { y = 2; y = 3 }
