// Both sides are inside atomic and shake hands twice, in both directions.
chan c = [0] of { byte };
chan d = [0] of { byte };
byte x, got, seen;
active proctype S() { atomic { x = 1; c!5; x = 2; d?x; x = 4 } }
active proctype R() { atomic { c?got; got = 6; d!got; got = 7 } }
active proctype Q() { seen = x * 10 + got }
