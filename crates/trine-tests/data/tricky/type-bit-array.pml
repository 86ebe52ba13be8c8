// The elements of a bit or bool array are bytes: they are not truncated to one bit.
bit b[2]; bool o[2];
active proctype P() { b[0] = 3; assert(b[0] == 3); o[1] = 258; assert(o[1] == 2) }
