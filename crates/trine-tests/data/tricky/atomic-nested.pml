// atomic inside atomic: the end of the inner one does not end the outer one.
byte x, seen;
active proctype P() { atomic { x = 1; atomic { x = 2; x = 3 } x = 4; x = 5 } }
active proctype Q() { seen = x; assert(seen == 0 || seen == 5) }
