// A process cannot shake hands with itself.
chan c = [0] of { byte };
byte x;
active proctype P() { if :: c!1 -> x = 1 :: c?x -> skip fi }
