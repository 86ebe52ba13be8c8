// len and empty of a channel variable that was never set.
chan c;
byte x;
active proctype P() { if :: len(c) == 0 -> x = 1 :: empty(c) -> x = 2 fi }
