// After the last statement of the main sequence the escape can no longer be taken.
byte x, y;
active proctype P() { { x = 1 } unless { x == 1 -> x = 7 }; assert(x == 1) }
