// In a D_proctype an offer that is taken and an assignment beside it are two ways on; a receive is none
// of its own.
byte x;
chan c = [0] of { byte };
active proctype P() { c?x; c!2 }
active D_proctype Q() { if :: c!1 :: x = 3 fi; if :: c?x :: x == 7 -> skip fi }
