// A goto as the last statement to a label at the end of the body.
byte x;
active proctype P() { if :: x == 0 -> goto done :: else -> x = 3 fi; x = 4; done: }
