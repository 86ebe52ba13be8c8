// Division and modulo round towards zero, as in C.
int a = -7, b = 2, c;
active proctype P() { c = a / b; assert(c == -3); c = a % b; assert(c == -1); c = 7 % -2; assert(c == 1); c = -a; assert(c == 7); c = ~0; assert(c == -1) }
