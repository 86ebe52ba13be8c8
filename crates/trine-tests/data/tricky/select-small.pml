// select over a few constant values is one choice: one step per value.
byte i;
active proctype P() { select (i : 2 .. 5); assert(i >= 2 && i <= 5) }
