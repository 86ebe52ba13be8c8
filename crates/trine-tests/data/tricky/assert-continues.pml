// After a failed assertion the search goes on along the same run when all errors are wanted.
byte x;
active proctype P() { x = 1; assert(x == 2); x = 3; assert(x == 4); x == 9 }
