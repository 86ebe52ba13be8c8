// The same loop with the label inside the atomic sequence.
byte x, seen;
active proctype P() {
	atomic {
again:	x++; if :: x < 3 -> goto again :: else fi }
}
active proctype Q() { seen = x; assert(seen == 0 || seen == 3) }
