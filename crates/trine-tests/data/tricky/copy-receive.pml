// ?<> copies the head without taking it away.
chan c = [2] of { byte };
byte x;
active proctype P() { c!7; c?<x>; assert(x == 7 && len(c) == 1); c?x; assert(len(c) == 0) }
