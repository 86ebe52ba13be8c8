// The number of processes includes the ended ones that wait for younger ones.
byte n;
proctype Long() { n == 1; n = 2 }
proctype Short() { skip }
init { run Short(); run Long(); _nr_pr == 3; n = 1; (_nr_pr == 1); assert(n == 2) }
