// An initialised channel must be declared at the start of a proctype.
byte n;
active proctype P() { n = 1; chan mine = [1] of { byte }; mine!3; mine?n }
