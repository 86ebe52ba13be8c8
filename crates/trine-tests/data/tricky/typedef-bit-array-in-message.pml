// Bits of an array are cut in a message, unless one is the only field.
typedef T { byte f; bit h[2] }
typedef U { bit q[1] }
T a, b; U u, v;
chan c = [1] of { T }; chan d = [1] of { U };
active proctype P() { a.h[1] = 3; c!a; c?b; assert(b.h[1] == 1); u.q[0] = 3; d!u; d?v; assert(v.q[0] == 3) }
