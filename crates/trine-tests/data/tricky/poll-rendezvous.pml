// A poll on a rendezvous channel while a sender offers.
chan c = [0] of { byte };
byte x;
active proctype P() { c!1 }
active proctype Q() { if :: c?[1] -> x = 1 :: else -> x = 2 fi; c?x }
