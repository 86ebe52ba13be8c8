// The escape also covers what is inside the options of a choice.
byte x, y;
active proctype P() { { if :: x = 1; x = 2 :: x = 3; x = 4 fi; x = 5 } unless { y -> x = 10 } }
active proctype Q() { y = 1 }
