// select over more than 32 values is a loop that counts up or leaves.
byte i;
active proctype P() { select (i : 0 .. 40); i = 0 }
