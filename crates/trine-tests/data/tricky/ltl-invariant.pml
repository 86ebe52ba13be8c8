// An invariant as an ltl block.
byte x;
active proctype P() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
ltl inv { [] (x <= 3) }
ltl bad { [] (x < 3) }
