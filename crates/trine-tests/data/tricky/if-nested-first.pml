// A choice that starts with a choice and with a loop: their guards become options.
byte x;
active proctype P() { if :: if :: x = 1 :: x = 2 fi; x = x + 10 :: do :: x < 1 -> x = 3 :: x == 3 -> break od fi }
