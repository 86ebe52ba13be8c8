// The label is on a loop; the process waits inside one of its options.
chan c = [0] of { byte };
byte x;
active proctype P() { end: do :: x == 0 -> x = 1; c!1 od }
