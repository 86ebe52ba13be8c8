// An option that starts with goto.
byte x;
active proctype P() { if :: goto a :: x = 1 fi; x = 2; a: x = 3 }
