// What a message keeps of its values: a bit beside other fields is one bit, wherever it comes from.
mtype = { red };
typedef T { byte f; bit h[2]; bool o[2]; short s[2]; mtype m; bit z }
typedef U { bit q[2] }
typedef V { bit q[1] }
typedef W { U u; bit k }
T a, b; U u, v; V one, two; W w, x;
chan ct = [1] of { T }; chan cu = [1] of { U }; chan cv = [1] of { V }; chan cw = [1] of { W };
chan bits = [1] of { bit, bit }; chan lone = [1] of { bit }; chan ints = [1] of { int, int };
bit one_bit; byte p, r; short s; unsigned four : 4; bit many[2];
proctype R(bit i; byte j; short k) { assert(i == 1 && j == 44 && k == 4464) }
active proctype P() {
	a.h[0] = 2; a.h[1] = 3; a.o[1] = 3; a.s[1] = 70000; a.z = 3; a.f = 300;
	ct!a; ct?b;
	assert(b.f == 44 && b.h[0] == 0 && b.h[1] == 1 && b.o[1] == 1 && b.s[1] == 4464 && b.z == 1);
	u.q[1] = 3; cu!u; cu?v; assert(v.q[1] == 1);
	one.q[0] = 3; cv!one; cv?two; assert(two.q[0] == 3);
	w.u.q[0] = 3; w.k = 3; cw!w; cw?x; assert(x.u.q[0] == 1 && x.k == 1);
	bits!3,2; bits?p,r; assert(p == 1 && r == 0);
	lone!3; lone?p; assert(p == 3);
	lone!3; lone?one_bit; assert(one_bit == 1);
	ints!70000,303; ints?s,four; assert(s == 4464 && four == 15);
	ints!70000,303; ints?one_bit,many[1]; assert(one_bit == 0 && many[1] == 47);
	run R(3, 300, 70000)
}
