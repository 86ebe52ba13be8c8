// A trace automaton follows the operations on the channels that it mentions.
mtype = { a, b };
chan c = [2] of { mtype }; chan d = [1] of { byte };
active proctype P() { c!a; d!1; c!b }
active proctype Q() { mtype m; c?m; c?m; byte v; d?v }
trace { c!a; c!b }
