// A goto from atomic to a plain statement ends atomicity: a state is stored at the target.
byte x, seen;
active proctype P() {
	atomic { x = 1; x = 2; goto out; x = 9 }
	skip;
out:	x = 3; x = 4
}
active proctype Q() { seen = x }
