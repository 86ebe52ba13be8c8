// A rendezvous inside d_step, not as its first statement, is a run-time error that ends the search.
chan c = [0] of { byte };
byte x;
active proctype P() { d_step { x = 1; c!1; x = 2 } }
active proctype Q() { byte y; c?y }
