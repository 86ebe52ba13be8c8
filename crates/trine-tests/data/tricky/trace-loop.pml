// Two events of a trace automaton that match at once: a run-time error that ends the search.
mtype = { a, b };
chan c = [2] of { mtype, byte };
active proctype P() { c!a,1; c!b,2; c!a,3 }
active proctype Q() { mtype m; byte v; do :: c?m,v od }
trace { do :: c!a,_ -> if :: c!b,_ :: c!b,2 fi od }
