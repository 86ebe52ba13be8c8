// A process held back by its clause is not executable: timeout looks at that.
byte x;
active proctype P() provided (x == 1) { x = 5 }
active proctype Q() { timeout -> x = 1 }
