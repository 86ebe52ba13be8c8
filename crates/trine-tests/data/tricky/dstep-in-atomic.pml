// d_step inside atomic, and an assertion inside d_step.
byte x, seen;
active proctype P() { atomic { x = 1; d_step { x = 2; assert(x == 3); x = 4 } x = 5; x = 6 } }
active proctype Q() { seen = x }
