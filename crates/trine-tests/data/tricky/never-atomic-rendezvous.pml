// The claim does not look between the halves of a rendezvous.
chan c = [0] of { byte };
byte x, y;
active proctype P() { x = 1; c!1; x = 2 }
active proctype Q() { c?y; y = 2 }
never { do :: !(x == 1 && y == 1) :: x == 1 && y == 1 -> break od }
