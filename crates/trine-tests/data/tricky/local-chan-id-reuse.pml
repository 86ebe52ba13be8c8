// The id of a dead process's channel is used again by the next process.
byte n;
chan keep;
proctype P() { chan mine = [2] of { byte }; keep = mine; mine!n }
init { run P(); _nr_pr == 1; n = 1; run P(); _nr_pr == 1; n = 2 }
