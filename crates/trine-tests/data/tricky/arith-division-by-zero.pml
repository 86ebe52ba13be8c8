// Division by zero kills the verifier.
byte x, y;
active proctype P() { x = 5 / y }
