// for over an empty range of variables does nothing.
byte a = 3, b = 2, s, i;
active proctype P() { for (i : a .. b) { s++ } assert(s == 0 && i == 3) }
