// A rendezvous offer that nobody takes counts as an event for SPIN (see differences.tsv).
chan c = [0] of { byte };
active proctype P() { if :: c!1 :: c!2 fi }
active proctype Q() { c?2 }
trace { c!2 }
