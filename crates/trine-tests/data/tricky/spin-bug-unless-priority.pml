// The outer escape has priority over the inner one; SPIN lets a choice without a block round it take either.
byte g = 3, h;
active proctype P() { { if :: g == 1 -> h = 1 :: else fi unless { h = 2; g = 2 } } unless { g == 3; h = 3 }; assert(h == 3) }
