// A goto from inside an atomic sequence to the label before it leaves the sequence: the state at the
// label is stored and another process may run there.
byte x, seen;
active proctype P() {
again:
	atomic { x++; if :: x < 3 -> goto again :: else fi }
}
active proctype Q() { seen = x; assert(seen == 0 || seen == 3) }
