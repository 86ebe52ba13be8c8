// A poll inside arithmetic, in a model that also has a rendezvous channel: SPIN drops the
// parentheses round it, so that 1 - 3 is 1 (see differences.tsv).
chan r = [0] of { bit };
chan c = [2] of { byte };
int n;
active proctype P() { c!1; n = c?[1] - 3; assert(n == -2) }
