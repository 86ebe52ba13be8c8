// goto out of a d_step.
byte x;
active proctype P() { d_step { x = 1; if :: x == 1 -> goto out :: else fi; x = 3 } ; x = 4; out: x = 5 }
