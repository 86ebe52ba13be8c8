// timeout assigned to a variable.
byte x, y;
active proctype P() { x = timeout; y == 1 }
active proctype Q() { if :: timeout -> y = timeout fi }
