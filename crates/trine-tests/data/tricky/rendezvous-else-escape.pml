// A failed rendezvous offer in an escape leaves the main sequence executable.
chan c = [0] of { byte };
byte x, y;
active proctype P() { { x = 1; x = 2 } unless { c!1 -> x = 9 } }
active proctype Q() { x == 1; c?y }
