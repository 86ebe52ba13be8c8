// mtype:name has its own numbers.
mtype:fruit = { apple, pear };
mtype:size = { small, large };
mtype:fruit f = apple; mtype:size s = large;
active proctype P() { assert(f == 2 && s == 1); f = pear; s = small; assert(f == 1 && s == 2) }
