// A hidden variable that is read: the search matches states although it differs, and what was
// found first decides.
hidden byte h; byte x;
active proctype P() { if :: h = 1 :: h = 2 fi; skip; x = h; assert(x == 1) }
