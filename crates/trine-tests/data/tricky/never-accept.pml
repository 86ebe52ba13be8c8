// A never claim with an accept state: violated by an infinite run that stays there.
byte x;
active proctype P() { do :: x = 1 - x :: x = 2; break od; x = 3 }
never { do :: skip :: x == 3 -> break od; accept: do :: x == 3 od }
