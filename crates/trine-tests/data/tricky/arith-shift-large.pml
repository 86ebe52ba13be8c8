// Shifts by 32 and by negative amounts, on a variable: what the compiled C does.
int a = 1, n = 32, k = -1;
active proctype P() { a = a << n; a = 4; a = a >> n; a = 4; a = a << k }
