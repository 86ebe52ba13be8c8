// A rendezvous send as the last statement of a choice that ends an atomic sequence: the sender
// loses control before it has left the sequence, and leaving it takes a step of its own.
chan c = [0] of { byte };
byte x;
active proctype S() { atomic { if :: c!1 fi } x = 1 }
active proctype R() { byte v; c?v; x = 2 }
