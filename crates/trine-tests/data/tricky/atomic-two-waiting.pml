// Two processes blocked inside their atomic sequences: each keeps its place, neither owns control.
byte a, b;
active proctype P() { atomic { a = 1; b == 1; a = 2; a = 3 } }
active proctype Q() { atomic { b = 1; a == 3; b = 2; b = 3 } }
active proctype R() { a = a }
