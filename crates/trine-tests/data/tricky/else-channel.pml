// else beside buffered send and receive.
chan c = [1] of { byte };
byte x;
active proctype P() { if :: c!1 -> x = 1 :: else -> x = 2 fi; if :: c!1 -> x = 3 :: else -> x = 4 fi; assert(x == 4) }
active proctype Q() { byte y; if :: c?y :: else fi }
