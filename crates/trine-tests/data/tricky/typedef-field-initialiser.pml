// Initial values of record fields; a record declared after a statement is set when the process is
// created, its declaration is a step that does nothing.
byte x;
typedef T { byte a = 3; byte b[2] = 4; short c }
T t; T s[2];
active proctype C() { T u; assert(t.a == 3 && t.b[1] == 4 && t.c == 0 && u.a == 3 && s[1].a == 3); do :: x < 2 -> T v; assert(v.a == 3 || x == 1); v.a = 5; x++ :: else -> break od }
