// ?? takes the first message that matches, wherever it stands: one message, not a choice.
chan c = [4] of { byte, byte };
byte v;
active proctype P() { c!1,10; c!2,20; c!2,30; c??2,v; assert(v == 20); c??2,v; assert(v == 30); c?1,v; assert(v == 10) }
