// A rendezvous with a process whose clause is false cannot happen.
chan c = [0] of { byte };
byte go, v;
active proctype S() { c!1 }
active proctype R() provided (go == 1) { c?v }
active proctype Q() { skip; go = 1 }
