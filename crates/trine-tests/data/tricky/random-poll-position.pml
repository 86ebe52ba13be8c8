// The value of ??[] is the position of the message, counted from 1; that of ?[] is 0 or 1.
chan c = [3] of { byte };
byte n;
active proctype P() { c!7; c!8; n = c??[8]; assert(n == 2); n = c?[7]; assert(n == 1); n = c??[9]; assert(n == 0) }
