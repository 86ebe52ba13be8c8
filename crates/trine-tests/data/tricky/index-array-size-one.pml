// An array of one element and indexing a scalar with zero.
byte a[1], x;
active proctype P() { a[0] = 3; x = a[x]; assert(x == 3) }
