// else beside a rendezvous send is executable only while nobody takes the offer; beside a receive
// it always is.
chan c = [0] of { byte };
byte x, y;
active proctype S() { if :: c!1 -> x = 1 :: else -> x = 2 fi }
active proctype R() { if :: c?y -> skip :: else -> y = 2 fi }
