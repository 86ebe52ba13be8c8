// Names count down the list: the last declared is 1; a second declaration goes on from there.
mtype = { a, b, c };
mtype = { d, e };
byte x;
active proctype P() { assert(c == 1 && b == 2 && a == 3 && e == 4 && d == 5); mtype m = a; x = m + 1; assert(x == 4); printf("%e %e\n", m, x); printm(m) }
