// An end label on a statement inside atomic where the process waits.
byte x;
active proctype P() { atomic { x = 1; end1: x == 2; x = 3 } }
