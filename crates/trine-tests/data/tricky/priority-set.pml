// set_priority and get_priority at run time; _priority reads one's own.
byte x, p;
active proctype A() priority 2 { x = 1; set_priority(_pid, 9); p = get_priority(_pid); x = 2; assert(_priority == 9) }
active proctype B() priority 5 { x = 3; set_priority(_pid, 1); x = 4 }
