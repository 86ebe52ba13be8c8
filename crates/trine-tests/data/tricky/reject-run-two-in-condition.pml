// As a condition a run stands alone.
byte x;
proctype R(byte a) { x = a }
init { (run R(1) && run R(2)); x = 5 }
