// Comparisons and logic give 0 or 1; && and || stop early.
byte x, z; int a;
active proctype P() { a = (3 && 4) + (0 || 5) * 10 + (!7) * 100 + (2 < 3) * 1000; assert(a == 1011); a = (x != 0 && 1 / x); assert(a == 0); x = (z == 0 || 5 % z == 0); assert(x == 1) }
