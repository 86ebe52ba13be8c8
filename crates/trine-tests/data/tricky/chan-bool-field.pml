// A bool that is a channel's only field is stored as a byte: 2 stays 2.
chan c = [1] of { bool };
byte x;
active proctype P() { c!2; c?x; assert(x == 0) }
