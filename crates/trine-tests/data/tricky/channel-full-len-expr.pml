// len in arithmetic and the negation !full, !empty.
chan c = [2] of { byte };
byte x;
active proctype P() { x = len(c) * 5 + 1; c!1; x = len(c) * 5 + 1; assert(x == 6) }
