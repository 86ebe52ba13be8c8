// Remote variables and labels in a claim, of processes that may be gone.
byte x;
active proctype P() { byte l; l = 1; here: x = 1; l = 2 }
active proctype Q() { x = x }
never { do :: !(P[0]:l == 2) :: P[0]@here && x == 1 -> break :: P[0]:l == 2 -> break od }
