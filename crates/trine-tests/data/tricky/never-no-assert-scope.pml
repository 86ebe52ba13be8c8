// With a claim, assertions count only while the claim can follow.
byte x;
active proctype P() { x = 1; assert(x == 0) }
never { do :: true od }
