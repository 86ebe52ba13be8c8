// With a claim a deadlock is no error; the formula is judged on the stuttering run.
byte x;
active proctype P() { x = 1; x == 5; x = 6 }
ltl reach { <> (x == 6) }
ltl stay { [] (x < 2) }
