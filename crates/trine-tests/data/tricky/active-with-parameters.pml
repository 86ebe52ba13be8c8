// Parameters of an active proctype start at zero.
byte x = 9;
active proctype P(byte a; chan c) { x = a; assert(x == 0) }
