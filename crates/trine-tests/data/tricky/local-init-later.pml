// A declaration with initialiser after a statement is a step of its own, taken when it is reached.
byte g = 3;
active proctype C() { g = 4; byte a = g; assert(a == 4) }
