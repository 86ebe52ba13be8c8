// The escape starts with a rendezvous receive: the sender offers, and the main sequence must yield.
chan c = [0] of { byte };
byte x;
active proctype P() { { do :: x < 4 -> x++ od } unless { c?x } }
active proctype Q() { c!9 }
