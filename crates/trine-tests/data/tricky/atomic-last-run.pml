// run as the last statement of atomic.
byte x;
proctype C(byte i) { x = x + i }
init { atomic { run C(1); run C(2) } }
