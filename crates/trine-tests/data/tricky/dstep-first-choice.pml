// A d_step that starts with a choice: the first executable option only.
byte x;
active proctype P() { d_step { if :: x == 1 -> x = 5 :: x == 0 -> x = 6 :: x == 0 -> x = 7 fi }; assert(x == 6) }
