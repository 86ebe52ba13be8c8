// Both sides are inside atomic: control passes from the sender to the receiver and does not come
// back; when the receiver's sequence ends any process may run.
chan c = [0] of { byte };
byte x, got, seen;
active proctype S() { atomic { x = 1; c!5; x = 2; x = 3 } }
active proctype R() { atomic { c?got; got = 6; got = 7 } }
active proctype Q() { seen = x * 10 + got }
