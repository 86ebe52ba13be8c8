// The escape is looked at before every statement of the main sequence; once the main sequence
// has ended the escape is gone.
byte x, y;
active proctype P() { { x = 1; x = 2; x = 3 } unless { y == 1; x = 10 }; x = 20 }
active proctype Q() { y = 1 }
