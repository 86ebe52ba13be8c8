// Several variables in one declaration after a statement: a step for each.
byte x;
active proctype C() { x = 1; short z = x, y, w = 2; chan c; bit b; x = z + w }
