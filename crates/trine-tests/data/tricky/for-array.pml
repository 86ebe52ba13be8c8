// for over an array: the variable is the index.
byte a[3] = 2; byte s;
active proctype P() { byte i; for (i in a) { s = s + a[i] + i } assert(s == 9) }
