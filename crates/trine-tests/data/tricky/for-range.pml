// for over a range compares with the upper bound anew in each round; the counter ends one past it.
byte n = 3, s, i;
active proctype P() { for (i : 1 .. n) { s = s + i; n = 2 } assert(i == 3 && s == 3) }
