// timeout guards an offer that nobody takes.
chan c = [0] of { byte };
byte x;
active proctype P() { if :: c!1 -> x = 1 :: timeout -> x = 2 fi }
active proctype Q() { byte y; x == 9; c?y }
