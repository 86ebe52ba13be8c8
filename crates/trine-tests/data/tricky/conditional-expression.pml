// (c -> a : b), nested, in a guard, an index and a send.
chan c = [1] of { byte };
byte x = 2, a[3];
active proctype P() { x = (x == 2 -> 5 : 6); assert(x == 5); a[(x > 3 -> 1 : 0)] = 4; assert(a[1] == 4); (x == 5 -> (a[1] == 4 -> 1 : 0) : 0); c!(x > 9 -> 1 : 2); c?eval((x == 5 -> 2 : 3)) }
