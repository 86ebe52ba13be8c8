// ?? with only variables takes the oldest message.
chan c = [3] of { byte };
byte v;
active proctype P() { c!3; c!4; c??v; assert(v == 3); c??v; assert(v == 4) }
