// The escape starts with a rendezvous send.
chan c = [0] of { byte };
byte x, y;
active proctype P() { { do :: x < 4 -> x++ od } unless { c!1; x = 9 } }
active proctype Q() { c?y }
