// Response, with and without fairness.
// also: fair:resp fair:two
byte x, y;
active proctype P() { do :: x = 1; x = 0 od }
active proctype Q() { do :: y = 1 - y od }
ltl resp { [] (x == 1 -> <> (x == 0)) }
ltl two { [] <> (y == 1) }
