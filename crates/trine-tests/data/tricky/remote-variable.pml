// P[i]:x reads a local variable of another process.
byte g;
active proctype P() { byte l; l = 3; g = 1; l = 4 }
active proctype Q() { g == 1; assert(P[0]:l >= 3) }
