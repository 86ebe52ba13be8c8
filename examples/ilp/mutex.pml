// Two processes share a critical section that a semaphore guards: a process of its own that lets one in at a
// time (paper 004 calls such a thing a task), a channel with one message, and a flag that is tested and set.

chan down = [0] of { bit };
chan up = [0] of { bit };
chan token = [1] of { bit };
bool busy;

active proctype semaphore() {
  do
  :: down?_ -> up?_
  od
}

active proctype first() {
  do
  :: down!0; in1: skip; out1: up!0
  od
}

active proctype second() {
  do
  :: down!0; in2: skip; out2: up!0
  od
}

active proctype keeper() {
  token!1
}

active proctype third() {
  do
  :: token?_; in3: skip; out3: token!1
  od
}

active proctype fourth() {
  do
  :: token?_; in4: skip; out4: token!1
  od
}

active proctype fifth() {
  do
  :: atomic { !busy -> busy = true }; in5: skip; out5: busy = false
  od
}

active proctype sixth() {
  do
  :: atomic { !busy -> busy = true }; in6: skip; out6: busy = false
  od
}
