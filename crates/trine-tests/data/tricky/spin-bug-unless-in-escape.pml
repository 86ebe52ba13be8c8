// An escape that begins with an unless: SPIN does not see the escape of that one.
byte b;
chan no = [0] of { byte };
active proctype Q() { { no?1 } unless { { b = 2; no?2 } unless { b = 3 } }; assert(b == 3) }
