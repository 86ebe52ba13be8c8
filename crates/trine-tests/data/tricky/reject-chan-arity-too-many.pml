// A message with more fields than the channel has.
chan c = [2] of { byte };
byte x;
active proctype P() { c!1,2; c?x }
