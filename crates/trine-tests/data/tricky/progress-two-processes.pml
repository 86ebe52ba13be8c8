// Progress made by one process counts for all.
// also: rawnp npfair
byte x;
active proctype P() { do :: x < 9; progress1: skip od }
active proctype Q() { do :: x = 1 - x od }
