// Bit operators and their precedence below comparisons.
int a;
active proctype P() { a = 6 & 3; assert(a == 2); a = 6 | 1; assert(a == 7); a = 6 ^ 3; assert(a == 5); a = 4 | 2 == 2; assert(a == 5); a = 1 + 2 << 1; assert(a == 6); a = -1 & 255; assert(a == 255) }
