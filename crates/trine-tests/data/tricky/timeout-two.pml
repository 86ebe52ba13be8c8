// Two processes wait for timeout: either may go first, and the second needs a new timeout.
byte x;
active proctype P() { timeout -> x = 1; x = 2 }
active proctype Q() { timeout -> x = 3; x = 4 }
