// A claim that cannot move cuts the run off: no error beyond, not even a failed assertion.
byte x;
active proctype P() { x = 1; x = 2; assert(false) }
never { x == 0; x == 1; do :: x == 7 od }
