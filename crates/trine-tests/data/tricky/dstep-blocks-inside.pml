// A statement that blocks inside d_step is a run-time error that ends the search.
byte x;
active proctype P() { d_step { x = 1; x == 2; x = 3 } }
