// SPIN takes a valid end for an invalid one while the notrace has not been matched to its end, which is
// what a notrace asks for.
chan c = [2] of { byte };
active proctype P() { c!1; end: false }
notrace { c!1; c!2 }
