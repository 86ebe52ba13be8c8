// The accept label is left behind: no cycle.
// also: rawaccept
byte x;
active proctype P() { accept: x = 1; do :: x = 3 - x od }
