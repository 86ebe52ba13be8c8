// An initialiser that uses a parameter and _pid.
byte s;
proctype C(byte v) { byte a = v * 2 + _pid; s = a }
init { run C(5); (s == 11) }
