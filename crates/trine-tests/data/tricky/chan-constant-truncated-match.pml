// A constant in a receive is compared with the stored, truncated value.
chan c = [1] of { byte };
byte x;
active proctype P() { c!257; if :: c?257 -> x = 1 :: c?1 -> x = 2 fi; assert(x == 2) }
