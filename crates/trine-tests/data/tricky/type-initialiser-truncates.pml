// Initialisers out of range.
byte y = 300; bit b = 3; short s = 40000; unsigned u : 2 = 5; byte a[2] = 257;
active proctype P() { byte l = 511; assert(y == 44 && b == 1 && s == -25536 && u == 1 && a[1] == 1 && l == 255) }
