// run as a condition is its pid.
byte x;
proctype C(byte v) { x = v }
init { if :: run C(3) -> x = 1 :: x = 2 fi }
