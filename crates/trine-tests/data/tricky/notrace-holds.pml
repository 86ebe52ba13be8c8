// notrace is an error when the sequence can be completed; here it cannot.
mtype = { a, b };
chan c = [2] of { mtype };
active proctype P() { c!b; c!a }
active proctype Q() { mtype m; c?m; c?m }
notrace { c!a; c!b }
