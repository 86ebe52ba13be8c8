// D_proctype: a deterministic process, in verification as any other.
byte x;
active D_proctype P() { do :: x < 2 -> x++ :: else -> break od }
active proctype Q() { x = 5 }
