// _last is the pid of the process that made the last step, 0 at first, and part of the state.
byte x;
active proctype P() { x = 1; x = 2 }
active proctype Q() { skip; if :: _last == 0 -> x = 5 :: _last == 1 -> x = 6 fi }
