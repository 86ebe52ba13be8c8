// One variable in two places of a receive, and as an index of a later place.
chan c = [2] of { byte, byte };
byte x, a[3];
active proctype P() { c!1,2; c?x,x; assert(x == 2); c!2,9; c?x,a[x]; assert(a[2] == 9) }
