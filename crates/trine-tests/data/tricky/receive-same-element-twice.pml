// One element of an array in two places of a receive: the last field stays.
chan c = [2] of { byte, byte };
byte a[2];
active proctype P() { c!1,2; c?a[0],a[0]; assert(a[0] == 2) }
active proctype Q() { a[1] = a[0] }
