// break leaves the innermost loop only.
byte x, y;
active proctype P() { do :: x < 2 -> x++; do :: y < 2 -> y++ :: else -> break od :: else -> break od; assert(x == 2 && y == 2) }
