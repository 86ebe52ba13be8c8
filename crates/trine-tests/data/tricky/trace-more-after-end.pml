// Events after the trace automaton came to its end.
mtype = { a, b };
chan c = [3] of { mtype };
active proctype P() { c!a; c!b; c!b }
trace { c!a; c!b }
