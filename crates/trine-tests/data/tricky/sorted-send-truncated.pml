// Sorted send compares the value before it is truncated to the field: 257 goes behind 2 and becomes 1.
chan c = [3] of { byte };
byte a;
active proctype P() { c!!2; c!!257; c?a; assert(a == 1) }
