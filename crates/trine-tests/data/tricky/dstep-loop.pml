// A loop inside d_step is one step.
byte x, seen;
active proctype P() { d_step { do :: x < 5 -> x++ :: else -> break od; x = x * 2 } }
active proctype Q() { seen = x }
