// Bits and unsigned fields inside a typedef, and a bit array inside one.
typedef T { bit b; bool o[2]; unsigned u : 4; byte y }
T t; T a[2];
active proctype P() { t.b = 3; assert(t.b == 1); t.o[1] = 3; assert(t.o[1] == 3); t.u = 17; assert(t.u == 1); a[1].b = 2; assert(a[1].b == 0); a[1].y = 300; assert(a[1].y == 44) }
