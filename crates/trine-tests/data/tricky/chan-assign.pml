// A channel variable can be assigned another channel.
chan d = [1] of { byte }; chan c = [1] of { byte };
byte i;
active proctype P() { c!3; d!4; c = d; c?i; assert(i == 4) }
