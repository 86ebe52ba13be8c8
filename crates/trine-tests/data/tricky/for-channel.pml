// for over a channel of records: each message in turn, and the channel is as before afterwards.
typedef M { byte v; byte w }
chan c = [3] of { M };
byte s;
active proctype P() { M m; m.v = 4; c!m; m.v = 5; c!m; for (m in c) { s = s + m.v } assert(s == 9 && len(c) == 2) }
