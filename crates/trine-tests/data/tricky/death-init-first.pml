// init ends while its children run: it stays until they are gone.
byte x;
proctype C() { x = _nr_pr; x = 0 }
init { run C(); run C() }
