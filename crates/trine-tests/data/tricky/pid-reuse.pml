// A pid is used again after its owner died.
byte p, q;
proctype C() { skip }
init { p = run C(); _nr_pr == 1; q = run C(); assert(p == q && p == 1) }
