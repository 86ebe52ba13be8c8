// local says that one process uses the variable: only reduction looks at it.
local byte l; byte x;
active proctype P() { l = 1; l = 2; x = l }
active proctype Q() { x = 5 }
