// In verification full() of a rendezvous channel is false and nfull() true; empty is true, len is 0.
chan c = [0] of { byte };
byte x;
active proctype P() { if :: full(c) -> x = 1 :: nfull(c) -> x = 2 fi; assert(x == 1); if :: empty(c) -> x = 3 :: nempty(c) -> x = 4 fi; assert(x == 3 && len(c) == 0) }
