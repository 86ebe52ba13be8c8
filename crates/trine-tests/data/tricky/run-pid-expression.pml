// run inside a larger expression.
byte x;
proctype C() { x++ }
init { x = run C() + 3 }
