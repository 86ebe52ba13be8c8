// A label on a goto; gotos make no states.
byte x;
active proctype P() { x = 1; goto a; b: x = 2; goto c; a: goto b; c: x = 3 }
