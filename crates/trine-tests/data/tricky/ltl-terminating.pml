// A formula on a run that ends: the last state repeats for ever.
byte x;
active proctype P() { x = 1 }
ltl fin { <> [] (x == 1) }
ltl nof { <> [] (x == 0) }
