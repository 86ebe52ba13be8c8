// A whole record assigned to another.
typedef T { byte a; byte b[2] }
T t, u;
active proctype P() { t.a = 1; t.b[1] = 2; u.a = t.a; u.b[1] = t.b[1]; assert(u.b[1] == 2) }
