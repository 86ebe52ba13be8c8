// Reading past an array is an error that the verifier calls an assertion.
byte a[2], i = 2, x;
active proctype P() { x = 1; x = a[i] }
