// Remote labels as propositions.
byte x;
active proctype P() { do :: x = 1; crit: x = 2 od }
ltl visit { [] <> P[0]@crit }
ltl excl { [] !(P@crit && x == 0) }
