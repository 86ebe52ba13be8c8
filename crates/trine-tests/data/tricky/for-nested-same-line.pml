// for inside for.
byte s, i, j;
active proctype P() { for (i : 0 .. 1) { for (j : i .. 1) { s++ } } assert(s == 3) }
