// Sorted send compares signed values.
chan c = [3] of { int };
int a;
active proctype P() { c!!3; c!!-2; c!!1; c?a; assert(a == -2); c?a; assert(a == 1) }
