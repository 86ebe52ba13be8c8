// A receive with fewer fields than the channel has is a run-time error, and goes on.
chan c = [2] of { byte, byte };
byte x = 9;
active proctype P() { c!1,2; c?x; assert(x == 1 && len(c) == 0) }
