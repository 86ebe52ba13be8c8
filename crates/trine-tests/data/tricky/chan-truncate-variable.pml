// A received value is truncated to the variable's type.
chan c = [1] of { int };
byte b; bit t; short s;
active proctype P() { c!259; c?b; assert(b == 3); c!3; c?t; assert(t == 1); c!-1; c?b; assert(b == 255); c!98304; c?s; assert(s == -32768) }
