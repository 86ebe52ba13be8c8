// A process steps only while its provided clause holds; its end is a step too.
byte turn, x;
active proctype P() provided (turn == 0) { x = 1; x = 2; turn = 1; x = 3 }
active proctype Q() provided (turn == 1) { x = 4; turn = 0; x = 5 }
