// An mtype variable starts at 0, which is none of the names.
mtype = { a };
mtype m;
active proctype P() { assert(m == 0 && m != a) }
