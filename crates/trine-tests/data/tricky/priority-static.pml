// Priorities: the process with the highest priority that can run, runs.
byte x;
active proctype A() priority 2 { x = 1; x = 2 }
active proctype B() priority 5 { x = 3; x = 4 }
