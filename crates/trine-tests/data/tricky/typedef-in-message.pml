// A record as a message: sent and received whole, its array included.
typedef T { byte a; byte b[2] }
chan c = [1] of { T, byte };
T t, u; byte n;
active proctype P() { t.a = 1; t.b[0] = 2; t.b[1] = 3; c!t,7; t.a = 9; c?u,n; assert(u.a == 1 && u.b[0] == 2 && u.b[1] == 3 && n == 7) }
