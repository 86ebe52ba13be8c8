// P@L and P:x without a pid mean the only instance.
byte g;
active proctype P() { byte l; l = 1; here: g = 1 }
active proctype Q() { P@here; assert(P:l == 1) }
