// Arrays of unsigned : n.
unsigned u[2] : 3;
active proctype P() { u[0] = 9; assert(u[0] == 1) }
