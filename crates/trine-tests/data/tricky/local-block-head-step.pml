// At the head of a nested block, of an option or of an inline a declaration is a step; only at the
// head of the body it is none.
byte x;
inline f() { byte t = 3; t = 2 }
active proctype C() { byte h = 1; { byte a = 2; x = 1 } if :: byte q = 3; x = q :: byte r; x = 4 fi; f() }
