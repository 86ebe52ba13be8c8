// When a later constant does not match, an earlier variable keeps its value.
chan c = [1] of { byte, byte };
byte x = 5;
active proctype P() { c!7,1; if :: c?x,2 -> skip :: c?[_,1] -> assert(x == 5) fi }
