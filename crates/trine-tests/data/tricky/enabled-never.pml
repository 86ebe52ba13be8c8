// enabled in a never claim.
byte x;
active proctype P() { x == 1; x = 2 }
active proctype Q() { x = 1 }
never { do :: !enabled(0) :: enabled(0) && x == 1 -> break od; accept: do :: true od }
