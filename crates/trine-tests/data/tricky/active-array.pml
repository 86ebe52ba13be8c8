// active [n]: pids in order of declaration.
byte who[4];
active [2] proctype A() { who[_pid] = 1 }
active [2] proctype B() { who[_pid] = 2; assert(who[0] != 2 && who[2] != 1) }
