// The outer escape also covers the statements of the inner escape.
byte x, y = 1;
active proctype P() {
	{ { x = 1; x = 2 } unless { y == 1 -> y = 2; x = 10 } } unless { y == 2 -> x = 20 };
	assert(x == 20)
}
