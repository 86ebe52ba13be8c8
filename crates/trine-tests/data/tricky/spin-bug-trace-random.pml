// A random receive is compared with the first message, not with the one that it takes
// (see differences.tsv).
chan c = [2] of { byte };
active proctype P() { c!1; c!2; c??2; c?1 }
trace { c?2; c?1 }
