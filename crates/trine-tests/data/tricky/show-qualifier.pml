// show changes nothing in verification.
show byte l; byte x;
active proctype P() { l = 1; l = 2; x = l }
