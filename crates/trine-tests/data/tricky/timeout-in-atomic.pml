// timeout in the middle of an atomic sequence.
byte x, y;
active proctype P() { atomic { x = 1; timeout; x = 2; x = 3 } }
active proctype Q() { y = 1; y = 2 }
