// break from a choice inside a loop.
byte x;
active proctype P() { do :: x++; if :: x == 2 -> break :: else fi od; x = 9 }
