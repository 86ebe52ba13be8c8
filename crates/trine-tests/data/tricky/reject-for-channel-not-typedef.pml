// for over a channel: each message in turn, the channel is as before afterwards.
typedef M { byte v }
chan c = [3] of { byte };
byte s;
active proctype P() { M m; c!4; c!5; for (m in c) { s = s + m.v } assert(s == 9 && len(c) == 2) }
