// The same without the choice: the send is the last statement, nothing is left to do.
chan c = [0] of { byte };
byte x;
active proctype S() { atomic { c!1 } x = 1 }
active proctype R() { byte v; c?v; x = 2 }
