// A message with fewer fields than the channel has, and a receive with fewer.
chan c = [2] of { byte, byte };
byte x = 9, y = 9;
active proctype P() { c!1,2; c!3; c?x; c?x,y }
