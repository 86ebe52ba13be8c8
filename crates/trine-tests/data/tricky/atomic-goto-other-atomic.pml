// A goto from the end of one atomic sequence to the start of another gives up control in between.
byte x, seen;
active proctype P() {
	atomic { x = 1; goto second }
	skip;
second:	atomic { x = 2; x = 3 }
}
active proctype Q() { seen = x; assert(seen == 0 || seen == 3) }
