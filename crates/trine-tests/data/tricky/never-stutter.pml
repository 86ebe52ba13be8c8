// A run that ended is continued by stuttering: the claim goes on in the last state.
byte x;
active proctype P() { x = 1 }
never { do :: x == 0 :: x == 1 -> break od; accept: do :: x == 1 od }
