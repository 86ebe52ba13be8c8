// A receive that only copies is no event; neither is a poll.
chan c = [2] of { byte };
byte x;
active proctype P() { c!1; c?<x>; c?[1]; c?1 }
trace { c?1 }
