// All live processes at end labels: valid, channels may hold messages.
chan c = [2] of { byte };
byte x;
active proctype P() { c!1; end1: x == 1 }
active proctype Q() { end2: x == 2 }
