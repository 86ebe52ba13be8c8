// A process without priority has priority 1 when some other has one.
byte x;
active proctype A() { x = 1; x = 2 }
active proctype B() priority 1 { x = 3; x = 4 }
