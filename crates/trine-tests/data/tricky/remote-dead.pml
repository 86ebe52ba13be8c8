// Remote references to a process that is gone, and to one of another type.
byte g;
proctype C() { byte l = 7; g = 1 }
init { byte p; p = run C(); g == 1; (_nr_pr == 1); if :: C[p]:l == 7 -> g = 2 :: C[p]:l == 0 -> g = 3 fi }
