// Shifts work on 32-bit integers; the right shift of a negative number keeps the sign.
int a; byte y = 200;
active proctype P() { a = 1 << 30; assert(a == 1073741824); a = -8 >> 1; assert(a == -4); a = y << 1; assert(a == 400); y = y << 1; assert(y == 144); a = 1 << 31; assert(a < 0) }
