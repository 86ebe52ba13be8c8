// A process that has ended but waits for a younger blocked one is no invalid end; the blocked is.
byte x;
proctype C() { x == 1 }
init { run C() }
