// The same out of an atomic sequence: SPIN sees no escape at all.
byte a;
chan no = [0] of { byte };
active proctype P() { { atomic { no?1; a = 1 } } unless { { a = 2; no?2 } unless { a = 3 } }; assert(a == 3) }
