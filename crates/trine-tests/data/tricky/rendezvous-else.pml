// else beside a rendezvous is executable even when the rendezvous is possible: the handshake does
// not count as executable for else.
chan c = [0] of { byte };
byte x, y;
active proctype S() { if :: c!1 -> x = 1 :: else -> x = 2 fi }
active proctype R() { if :: c?y -> skip :: else -> y = 2 fi }
