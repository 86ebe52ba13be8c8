// The claim moves first, from the initial state, before any process.
byte x;
active proctype P() { x = 1 }
never { x == 0; x == 1; x == 1 }
