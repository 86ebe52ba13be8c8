// The escape starts with a buffered receive.
chan c = [1] of { byte };
byte x;
active proctype P() { { do :: x < 3 -> x++ od } unless { c?x -> x = x + 10 } }
active proctype Q() { c!5 }
