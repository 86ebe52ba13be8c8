// ??<> copies the matching message and leaves it; the last poll is false since v was changed.
chan c = [3] of { byte, byte };
byte v;
active proctype P() { c!1,5; c!2,6; c??<2,v>; assert(v == 6 && len(c) == 2); c?<1,v>; assert(v == 5); c??[2,v]; c??[eval(v),6] }
