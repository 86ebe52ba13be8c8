// The high one blocks: the low one may run until it is executable again.
byte x;
active proctype A() priority 2 { x = 1; x = 2; x = 3 }
active proctype B() priority 5 { x == 1; x = 9; x == 2; x = 10 }
