// A declaration with a constant initialiser in a loop is a step that sets the variable at each round.
byte n;
active proctype C() { do :: n < 3 -> byte a = 5; n++; a++; assert(a == 6) :: else -> break od }
