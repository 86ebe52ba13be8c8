// The same choice inside atomic: while the receiver waits, else is not taken.
chan c = [0] of { byte };
byte x, y;
active proctype S() { atomic { x = 5; if :: c!1 -> x = 1 :: else -> x = 2 fi } }
active proctype R() { c?y }
