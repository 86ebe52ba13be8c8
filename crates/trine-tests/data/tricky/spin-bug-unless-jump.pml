// Inside atomic, SPIN leaves out the way into the main part of an unless that begins with a jump.
byte x;
active proctype P() { atomic { skip; { goto L } unless { x == 2 } }; L: x = 1 }
