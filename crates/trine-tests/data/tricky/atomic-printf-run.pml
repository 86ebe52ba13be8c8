// run inside atomic: the new process may only run once the sequence ends.
byte x, seen;
proctype C() { seen = x; assert(seen == 2) }
init { atomic { run C(); x = 1; x = 2 } }
