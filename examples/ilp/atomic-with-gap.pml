/* A flag that is tested and set in one atomic sequence, with a wait in the middle of it. */
chan go = [1] of { bit };
bool busy;

active proctype starter() {
  go!1; go!1
}

active proctype first() {
  atomic { !busy -> go?_; busy = true };
in1:  skip;
out1: busy = false
}

active proctype second() {
  atomic { !busy -> go?_; busy = true };
in2:  skip;
  busy = false
}
