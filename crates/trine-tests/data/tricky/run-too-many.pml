// There may be 255 processes; creating one more is a run-time error that ends the search.
byte last;
proctype C() { last == 255 }
init { byte i; do :: i < 254 -> atomic { run C(); i++ } :: else -> break od; last = run C(); assert(last == 0); last = 255 }
