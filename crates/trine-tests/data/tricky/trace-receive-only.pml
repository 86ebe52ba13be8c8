// A trace that mentions only receives ignores the sends.
mtype = { a, b };
chan c = [2] of { mtype };
active proctype P() { c!a; c!b }
active proctype Q() { mtype m; c?m; c?m }
trace { c?a; c?b }
