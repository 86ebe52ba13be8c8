// The argument of a run starts a process, too, before the one that is started with its number.
byte x, y;
proctype R(byte a) { x = a }
init { y = run R(run R(7)); assert(y == 2) }
