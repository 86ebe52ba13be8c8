// A loop inside atomic through a label on its second statement keeps atomicity.
byte x, seen;
active proctype P() {
	atomic { x = 0;
again:	x++; if :: x < 3 -> goto again :: else fi }
}
active proctype Q() { seen = x; assert(seen == 0 || seen == 3) }
