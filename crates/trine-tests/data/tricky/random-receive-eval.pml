// ?? with eval, blocked when no message matches.
chan c = [3] of { byte };
byte v = 4;
active proctype P() { c!3; c!4; c??eval(v); c??eval(v) }
