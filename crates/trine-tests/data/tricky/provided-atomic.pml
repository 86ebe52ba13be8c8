// The clause turns false inside an atomic sequence.
byte turn, x;
active proctype P() provided (turn == 0) { atomic { x = 1; turn = 1; x = 2; x = 3 } }
active proctype Q() { turn == 1; x = 7; turn = 0 }
