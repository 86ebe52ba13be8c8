// An offer that nobody takes is a second way on for a D_proctype, also on a channel that it was given.
chan c = [0] of { byte };
chan d = [1] of { byte };
byte x;
D_proctype P(chan q) { if :: x = 1 :: q!1 fi }
init { run P(c) }
