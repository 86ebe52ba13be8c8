// else inside d_step looks only at the options of its own choice.
byte x, y;
active proctype P() { d_step { if :: y == 1 -> x = 1 :: else -> x = 2 fi; x = x + 1 } }
active proctype Q() { y = 1 }
