// Of two nested escapes that are both executable, the outer one is taken.
byte x, y = 1;
active proctype P() {
	{ { x = 1; x = 2 } unless { y == 1 -> x = 10; x = 11 } } unless { y == 1 -> x = 20 };
	assert(x == 20)
}
