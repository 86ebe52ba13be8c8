// In a D_proctype every pair of ways on is an error, a send and a receive among them; else is none.
byte x;
chan c = [2] of { byte };
active D_proctype P() { do :: x < 2 -> x++ :: x == 1 -> c!3 :: else -> break od; if :: c!1 :: c?x :: x > 1 -> skip fi }
