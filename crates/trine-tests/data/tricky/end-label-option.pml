// End labels inside options, after their first statement.
byte x;
active proctype P() { if :: x == 0 -> end_a: x == 1 :: else -> skip fi }
active proctype Q() { do :: x == 0 -> skip; end_b: x == 5 od }
