// A reply channel travels in a rendezvous message.
chan server = [0] of { chan, byte };
byte sum;
active proctype S() { chan r; byte v; end: do :: server?r,v -> r!v + 1 od }
active [2] proctype C() { chan me = [0] of { byte }; byte v; server!me,_pid; me?v; sum = sum + v }
