// An operation on a mentioned channel that the automaton does not allow is an error.
mtype = { a, b };
chan c = [2] of { mtype };
active proctype P() { c!b; c!a }
active proctype Q() { mtype m; c?m; c?m }
trace { c!a; c!b }
