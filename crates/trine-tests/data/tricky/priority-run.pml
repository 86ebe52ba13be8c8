// run with a priority.
byte x;
proctype C(byte v) { x = v; x = v + 10 }
init { atomic { run C(1) priority 3; run C(2) priority 7 } x = 50 }
