// Only the guard of an atomic sequence may wait without the sequence having started.
byte x, y;
active proctype P() { atomic { y == 1; x = 1; x = 2 } }
active proctype Q() { atomic { y == 0; y = 1; y = 1 } }
