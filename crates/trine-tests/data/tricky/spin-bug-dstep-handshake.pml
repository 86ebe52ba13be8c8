// Nobody takes what P offers. SPIN runs the d_step of Q in the middle of the offer, and then P itself
// receives what it has sent (see differences.tsv).
chan c = [0] of { byte };
active proctype P() { c!0; c?_ }
active proctype Q() { do :: d_step { printf("here\n") } od }
