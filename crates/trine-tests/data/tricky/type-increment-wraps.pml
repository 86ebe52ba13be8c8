// ++ and -- wrap like assignments.
byte y = 255; bit b = 1; unsigned u : 2 = 3; short s = 32767;
active proctype P() { y++; assert(y == 0); y--; assert(y == 255); b++; assert(b == 0); u++; assert(u == 0); u--; assert(u == 3); s++; assert(s == -32768) }
