// A send to a full channel is no second way on, whichever channel it is.
chan d = [1] of { byte };
byte x;
D_proctype P(chan q) { if :: x = 1 :: q!1 fi }
init { d!0; run P(d) }
