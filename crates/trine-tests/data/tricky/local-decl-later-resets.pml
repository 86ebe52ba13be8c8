// A declaration without initialiser after a statement is a step that sets the variable to 0, each
// time it is reached.
byte n;
active proctype C() { do :: n < 3 -> byte a; a++; n++; assert(a == 1) :: else -> break od }
