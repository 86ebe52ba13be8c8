// An atomic that contains one statement, and skip only.
byte x;
active proctype P() { atomic { x = 1 } atomic { skip } d_step { skip } x = 2 }
