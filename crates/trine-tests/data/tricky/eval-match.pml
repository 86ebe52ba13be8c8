// eval compares with the value of an expression; a rendezvous needs it to match.
chan c = [0] of { byte, byte };
byte x = 2;
active proctype S() { if :: c!1,5 :: c!3,6 fi }
active proctype R() { byte v; c?eval(x + 1),v; assert(v == 6) }
