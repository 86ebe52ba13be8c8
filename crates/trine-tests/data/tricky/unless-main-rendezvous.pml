// The main sequence sends by rendezvous while its escape is a plain guard.
chan c = [0] of { byte };
byte x, y, z;
active proctype P() { { c!1; c!2; c!3 } unless { z == 1 -> x = 7 } }
active proctype Q() { do :: c?y od }
active proctype R() { z = 1 }
