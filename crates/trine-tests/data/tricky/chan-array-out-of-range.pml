// An index out of range in a channel array.
chan c[2] = [1] of { byte };
byte i = 2;
active proctype P() { c[i]!1 }
