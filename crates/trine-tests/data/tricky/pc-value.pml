// pc_value compares the places of two instances.
byte x;
active [2] proctype P() { x = 1; x = 2 }
active proctype Q() { if :: pc_value(0) == pc_value(1) -> x = 5 :: pc_value(0) != pc_value(1) -> x = 6 fi }
