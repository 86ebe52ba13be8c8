// The write-only variable _ takes any value and is no state.
chan c = [2] of { byte, byte };
byte x;
active proctype P() { c!3,4; c?_,x; assert(x == 4); _ = 7; c!5,6; c?x,_ ; assert(x == 5) }
