// Global initialisers may use earlier globals.
byte a = 3;
byte b = a + 2;
active proctype P() { assert(b == 5) }
