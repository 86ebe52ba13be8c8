// Between two atomic sequences, one right after the other, another process may run.
byte x, seen;
active proctype P() { atomic { x = 1; x = 2 } atomic { x = 3; x = 4 } }
active proctype Q() { seen = x; assert(seen == 0 || seen == 4) }
