// enabled(pid) is whether that process has an executable statement.
byte x, y;
active proctype P() { x == 1; y = 1 }
active proctype Q() { if :: enabled(0) -> x = 5 :: !enabled(0) -> x = 1 fi }
