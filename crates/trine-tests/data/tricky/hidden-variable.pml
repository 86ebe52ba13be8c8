// A hidden variable is not in the state: states that differ only in it are one.
hidden byte h; byte x;
active proctype P() { if :: h = 1 :: h = 2 :: h = 3 fi; x = 1 }
