// A declaration that is jumped over has not taken effect: the variable is 0.
byte x;
active proctype C() { x = 1; goto L; byte b = 5; byte y = x + 1; L: x = 2; assert(b == 0 && y == 0) }
