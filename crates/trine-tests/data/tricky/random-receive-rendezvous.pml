// ?? on a rendezvous channel works as ?.
chan c = [0] of { byte };
byte v;
active proctype P() { c!3 }
active proctype Q() { c??v; assert(v == 3) }
