// Nested escapes: see unless-nested-priority for who wins when both guards hold.
byte x, y;
active proctype P() {
	{ { x = 1; x = 2; x = 3 } unless { y == 1 -> x = 10 } } unless { y == 1 -> x = 20 }
}
active proctype Q() { y = 1 }
