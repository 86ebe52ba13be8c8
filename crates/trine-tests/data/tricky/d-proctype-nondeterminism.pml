// Two executable options in a D_proctype are a run-time error; the search goes on.
byte x;
active D_proctype P() { if :: x = 1 :: x = 2 fi }
