// Two processes started by one assignment, one after the other, in one step.
byte x, y;
proctype R(byte a) { x = a }
init { y = run R(1) + 4 * run R(2); assert(y == 9); y = _nr_pr }
