// The receiver is inside atomic, the sender plain.
chan c = [0] of { byte };
byte x, got, seen;
active proctype S() { x = 1; c!5; x = 2; x = 3 }
active proctype R() { atomic { c?got; got = 6; got = 7 } }
active proctype Q() { seen = x * 10 + got }
