// select with variable bounds.
byte i, lo = 1, hi = 3;
active proctype P() { select (i : lo .. hi); hi = i }
