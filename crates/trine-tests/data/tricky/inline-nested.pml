// inlines that use inlines.
byte x;
inline inc(v) { v++ }
inline twice(v) { inc(v); inc(v) }
active proctype P() { atomic { twice(x); x++ }; assert(x == 3) }
