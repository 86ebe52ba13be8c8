// Assignment truncates to the variable's type.
bit b; byte y; short s; int i; unsigned u : 3; bool o; mtype m; pid p;
active proctype P() {
	b = 2; assert(b == 0); b = 3; assert(b == 1); o = 4; assert(o == 0);
	y = 256; assert(y == 0); y = -1; assert(y == 255);
	s = 32768; assert(s == -32768); s = 65536; assert(s == 0); s = -32769; assert(s == 32767);
	i = 2147483647; i = i + 1; assert(i < 0);
	u = 8; assert(u == 0); u = 15; assert(u == 7); u = -1; assert(u == 7);
	m = 300; assert(m == 44); p = 257; assert(p == 1)
}
