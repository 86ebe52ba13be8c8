// Negative values in short and int fields.
chan c = [1] of { short, int };
int a, b;
active proctype P() { c!-5,-6; c?a,b; assert(a == -5 && b == -6) }
