// Initialisers of active processes that read a global with initial value and _nr_pr.
byte g = 7;
byte s;
active [2] proctype C() { byte a = g + _pid; byte n = _nr_pr; s = s + n; assert(a == 7 + _pid) }
