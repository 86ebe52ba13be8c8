// A receive from a channel variable that was never set.
chan c;
byte x;
active proctype P() { c?x }
