// A rendezvous happens only with a receiver whose constants match the message.
mtype = { red, green };
chan c = [0] of { mtype, byte };
byte x;
active proctype S() { if :: c!red(3) -> x = 1 :: c!green(4) -> x = 2 fi }
active proctype R() { byte v; c?green(v); assert(v == 4) }
active proctype T() { byte v; c?red(eval(x + 3)); v = 1 }
