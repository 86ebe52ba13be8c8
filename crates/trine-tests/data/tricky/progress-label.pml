// A cycle through a progress label is fine, one beside it is not.
// also: rawnp npfair
byte x;
active proctype P() { do :: x = 1; progress: x = 2 :: x = 3 od }
