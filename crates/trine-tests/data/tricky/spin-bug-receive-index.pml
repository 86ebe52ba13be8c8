// A channel chosen by a variable that the receive sets: SPIN chooses again for the second field
// (see differences.tsv).
byte x, y;
chan c[2] = [2] of { byte, byte };
active proctype P() { c[0]!1,2; c[x]?x,y; assert(x == 1 && y == 2 && len(c[0]) == 0) }
