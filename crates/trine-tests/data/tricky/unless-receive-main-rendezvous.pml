// The receiver of a rendezvous is the main sequence of an unless whose escape is executable: the
// handshake may happen all the same, because a plain escape is not executable during it.
chan c = [0] of { byte };
byte x, y, z;
active proctype P() { { c?y; c?y } unless { z == 1 -> x = 7 } }
active proctype Q() { c!1; c!2 }
active proctype R() { z = 1 }
