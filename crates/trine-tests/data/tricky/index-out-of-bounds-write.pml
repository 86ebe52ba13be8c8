// Writing before an array.
byte a[2], x; short i = -1;
active proctype P() { x = 1; a[i] = 3 }
