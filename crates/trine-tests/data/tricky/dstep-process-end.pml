// d_step as the last statement: the end of the process is a step of its own.
byte x;
active proctype P() { d_step { x = 1; x = 2 } }
