// A rendezvous send before a goto out of the atomic sequence.
chan c = [0] of { byte };
byte x;
active proctype S() { atomic { x = 3; c!1; goto out }; x = 4; out: x = 1 }
active proctype R() { byte v; c?v; x = 2 }
