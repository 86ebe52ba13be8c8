// A run that blocks makes no non-progress cycle by stuttering.
// also: rawnp
byte x;
active proctype P() { x = 1; progress: x == 2 }
active proctype Q() { x == 5 }
