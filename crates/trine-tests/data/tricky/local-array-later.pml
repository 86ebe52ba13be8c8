// An array declared after a statement: its step sets only element 0, the others start at 0.
byte x;
active proctype C() { x = 1; byte a[2] = 7; assert(a[0] == 7 && a[1] == 0); do :: x < 3 -> byte c[2]; assert(c[0] == 0); c[0] = 9; c[1]++; x++ :: else -> break od; assert(c[1] == 2) }
