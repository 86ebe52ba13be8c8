// A bit or bool that is a channel's only field is stored as a byte; beside others it is one bit.
chan c = [1] of { bit };
chan d = [1] of { bit, byte };
byte x, y;
active proctype P() { c!3; c?x; assert(x == 3); d!3,0; d?x,y; assert(x == 1); c!258; c?x; assert(x == 2) }
