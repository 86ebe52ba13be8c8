// _last in a never claim.
byte x;
active proctype P() { x = 1; x = 2 }
active proctype Q() { x = 3 }
never { do :: _last == 0 :: _last == 1 && x == 2 -> break od }
