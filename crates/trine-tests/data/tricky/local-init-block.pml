// Initialisers in a nested block that is entered twice.
byte g;
active proctype C() { do :: g < 2 -> g++; byte a = g; a = a + 10; assert(a == g + 10) :: else -> break od }
