// Blocked for ever at an accept label is an acceptance cycle: the last state repeats.
// also: rawaccept
byte x;
active proctype P() { x = 1; accept: x == 2 }
