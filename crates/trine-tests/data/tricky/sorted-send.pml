// Sorted send orders by the first field, then the second; equal messages go behind.
chan c = [4] of { byte, byte };
byte a, b;
active proctype P() {
	c!!2,1; c!!1,9; c!!2,0; c!!1,3;
	c?a,b; assert(a == 1 && b == 3); c?a,b; assert(a == 1 && b == 9);
	c?a,b; assert(a == 2 && b == 0); c?a,b; assert(a == 2 && b == 1)
}
