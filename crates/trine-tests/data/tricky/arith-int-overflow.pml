// int arithmetic wraps at 32 bits.
int a = 2147483647, b;
active proctype P() { b = a * 2; assert(b == -2); b = a + a; assert(b == -2); b = -a - 2; assert(b == 2147483647) }
