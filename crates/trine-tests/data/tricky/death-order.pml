// A process that reached its end is removed only when no younger one is left: a step of its own.
byte x;
proctype C(byte n) { x = n }
init { run C(1); run C(2); _nr_pr == 1; x = 7 }
