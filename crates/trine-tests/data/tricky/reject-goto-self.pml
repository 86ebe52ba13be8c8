// A goto to itself.
byte x;
active proctype P() { x = 1; if :: x == 2 -> x = 5 :: x == 1 -> L: goto L fi }
