// SPIN counts the claim in _nr_pr while it is checked, in the claim and in the processes.
byte x = 1;
active proctype P() { skip }
ltl p { [] (x <= _nr_pr) }
