// P[i]@L is whether that process is about to execute the statement with the label.
byte g;
active proctype P() { g = 1; here: g = 2; g = 3 }
active proctype Q() { if :: P[0]@here -> assert(g == 1 || g == 9) :: g == 3 -> skip fi; g = 9 }
