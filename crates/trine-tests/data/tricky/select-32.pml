// Up to 32 values select is a choice; see the counts of 32 and of 33.
byte i, j;
active proctype P() { select (i : 1 .. 32); i = 0; select (j : 1 .. 33); j = 0 }
