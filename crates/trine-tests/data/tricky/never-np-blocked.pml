// np_ is false while a blocked run stutters.
byte x;
active proctype P() { x = 1; x == 2 }
never { do :: true :: np_ -> break od; accept: do :: np_ od }
