// An escape that begins with an unless has the guards of both, the inner escape first, out of atomic too.
byte a, b;
chan no = [0] of { byte };
active proctype P() {
	{ atomic { no?1; a = 1 } } unless { { a = 2; no?2 } unless { a = 3 } };
	assert(a == 3)
}
active proctype Q() {
	{ no?1 } unless { { b = 2; no?2 } unless { b = 3 } };
	assert(b == 3)
}
