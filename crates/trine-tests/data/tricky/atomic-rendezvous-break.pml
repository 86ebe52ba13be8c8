// A rendezvous send before a break that leaves the atomic sequence.
chan c = [0] of { byte };
byte x;
active proctype S() { do :: atomic { c!1 -> break } od; x = 1 }
active proctype R() { byte v; c?v; x = 2 }
