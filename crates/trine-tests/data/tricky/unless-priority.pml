// While the escape's guard is executable the main sequence cannot step.
byte x;
active proctype P() { { do :: x < 3 -> x++ od } unless { x == 2 -> x = 9 }; assert(x == 9) }
