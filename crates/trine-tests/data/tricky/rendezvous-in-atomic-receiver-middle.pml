// The receive is in the middle of an atomic sequence, after a statement.
chan c = [0] of { byte };
byte x, got, seen;
active proctype S() { x = 1; c!5; x = 2 }
active proctype R() { atomic { got = 1; c?got; got = 6; got = 7 } }
active proctype Q() { seen = x * 10 + got }
