// Two elses: the inner choice has its own.
byte x, y;
active proctype P() { if :: y == 1 -> x = 1 :: if :: y == 2 -> x = 2 :: else -> x = 4 fi :: else -> x = 3 fi }
active proctype Q() { y = 1; y = 2; y = 3 }
