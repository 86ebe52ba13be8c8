// Inside atomic, a choice none of whose options is executable gives up control.
byte x, y;
active proctype P() { atomic { x = 1; if :: y == 1 -> x = 2 :: y == 2 -> x = 3 fi; x = 4 } }
active proctype Q() { y = 1; y = 2 }
