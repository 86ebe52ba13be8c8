// A body of declarations only, and one of a single label.
byte x;
active proctype P() { byte l; l = l }
active proctype Q() { skip }
init { x = 1 }
