// A provided clause with _pid, on several instances.
byte turn;
active [3] proctype P() provided (turn == _pid) { turn = (turn + 1) % 3; skip }
