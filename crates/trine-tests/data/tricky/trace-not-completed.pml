// All processes end before the trace automaton does: no error, since nothing is left to wait.
mtype = { a, b };
chan c = [2] of { mtype };
active proctype P() { c!a }
active proctype Q() { mtype m; c?m }
trace { c!a; c!b }
