// skip is a step; an option that is only a guard falls through.
byte x;
active proctype P() { if :: skip :: x == 0 :: true -> x = 1 fi; skip; x = 2 }
