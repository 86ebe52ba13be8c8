// The receiver takes control by a rendezvous and then blocks inside its own atomic sequence.
chan c = [0] of { byte };
byte x;
active proctype S() { atomic { x = 1; c!1; x = 2; x = 3 } }
active proctype R() { byte v; atomic { c?v; x == 3; v = 5; x = 4 } }
