// enabled of a pid that does not exist.
byte x;
active proctype P() { if :: enabled(7) -> x = 1 :: !enabled(7) -> x = 2 fi }
