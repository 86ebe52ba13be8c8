// SPIN wants nfull() and nempty() instead of a negation.
chan c = [1] of { byte };
byte x;
active proctype P() { !full(c) -> x = 1 }
