// unless inside atomic: the whole keeps control.
byte x, y, s;
active proctype P() { atomic { x = 1; { x = 2; y = 1; x = 3 } unless { y == 1; x = 9 }; x = x + 1 } assert(x == 10) }
active proctype Q() { s = x; assert(s == 0 || s == 10) }
