// An array with a list of initial values, and one with a single value for all.
byte a[3] = { 4, 5, 6 }; byte b[3] = 7;
active proctype P() { byte l[2] = { 1, 2 }; assert(a[0] == 4 && a[2] == 6 && b[0] == 7 && b[2] == 7 && l[0] == 1 && l[1] == 2) }
