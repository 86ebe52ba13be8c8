// The claim does not look inside atomic or d_step sequences.
byte x;
active proctype P() { atomic { x = 1; x = 2; x = 3 } d_step { x = 4; x = 5 } }
never { do :: x != 1 && x != 2 && x != 4 :: x == 1 || x == 2 || x == 4 -> break od }
