// With priorities SPIN leaves the last byte of a process out of the comparison of states unless it
// has a local variable of a byte or more (see differences.tsv).
active proctype P() priority 3 { bit l; if :: l = 0 :: l = 1 fi; l = 0 }
