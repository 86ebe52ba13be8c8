// An escape that waits for timeout.
byte x;
active proctype P() { { x == 1 } unless { timeout -> x = 5 } }
