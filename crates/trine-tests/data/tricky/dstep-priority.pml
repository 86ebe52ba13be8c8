// A d_step is one step: a process of higher priority that becomes executable inside waits for its end.
byte x;
active proctype Low() { d_step { x++; x++; x++ }; x = 9 }
active proctype High() priority 5 { d_step { x > 1; x = x + 2 }; x = 7 }
