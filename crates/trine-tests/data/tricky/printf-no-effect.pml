// printf is a step and changes nothing.
byte x;
active proctype P() { printf("a %d\n", x); x = 1; printf("%c %u %o %x %e\n", 65, x, x, x, x) }
