// init is process 0 only when no active proctype comes before it in the file.
byte a, b;
active proctype P() { a = _pid }
init { b = _pid; (a == 0 || a == 1) }
active proctype Q() { assert(_pid == 2) }
