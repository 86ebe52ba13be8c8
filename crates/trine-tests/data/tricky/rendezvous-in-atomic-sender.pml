// A rendezvous send inside atomic gives up control: the receiver is not atomic, so any process may
// run next, and the sender's sequence goes on later, atomically again.
chan c = [0] of { byte };
byte x, got, seen;
active proctype S() { atomic { x = 1; c!5; x = 2; x = 3 } }
active proctype R() { c?got; got = 6; got = 7 }
active proctype Q() { seen = x * 10 + got }
