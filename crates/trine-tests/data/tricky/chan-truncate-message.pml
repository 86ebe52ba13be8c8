// A value is truncated to the field's type when it is sent.
chan c = [3] of { bit, byte, short };
int a, b, d;
active proctype P() { c!3,258,70000; c?a,b,d; assert(a == 1 && b == 2 && d == 4464) }
