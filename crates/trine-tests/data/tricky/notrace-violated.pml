// notrace is violated by a run that matches to the end.
mtype = { a, b };
chan c = [2] of { mtype };
active proctype P() { c!a; c!b }
active proctype Q() { mtype m; c?m; c?m }
notrace { c!a; c!b }
