// The trace automaton is not at its end while a process waits at a valid end: an invalid end state.
mtype = { a, b };
chan c = [2] of { mtype };
active proctype P() { c!a }
active proctype Q() { mtype m; end: do :: c?m od }
trace { c!a; c!b }
