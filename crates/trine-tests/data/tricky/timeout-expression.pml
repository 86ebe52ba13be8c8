// timeout inside expressions: conjunction, negation, value.
byte x, y;
active proctype P() { (timeout && x == 1) -> y = 1 }
active proctype Q() { (!timeout) -> x = 1; (timeout || x == 7) -> y = 2 }
