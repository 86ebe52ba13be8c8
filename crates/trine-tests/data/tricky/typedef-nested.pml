// Records within records, arrays of them.
typedef In { byte v[2] }
typedef Out { In i[2]; short s }
Out o[2];
active proctype P() { byte k = 1; o[k].i[k].v[k] = 5; o[0].s = -3; assert(o[1].i[1].v[1] == 5 && o[1].i[1].v[0] == 0 && o[0].s == -3) }
