// Initialisers at the head of a body take effect when the process is created, without a step.
byte g = 3;
proctype C() { byte a = g; byte b = a + 1; assert(a == 3 && b == 4) }
init { run C(); g = 9 }
