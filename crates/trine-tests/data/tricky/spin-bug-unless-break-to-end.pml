// An escape that begins with a break to the end of the process: SPIN takes the death of the process for its guard.
byte m;
active proctype P0() { byte x; do :: x = 0 -> { m = 1 } unless { break; 1 } od }
active proctype P1() { m = 2; m = 3; (m == 9) }
