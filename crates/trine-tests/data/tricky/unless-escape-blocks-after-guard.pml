// Once its guard was taken the escape does not go back, even when it blocks.
byte x;
active proctype P() { { x = 1; x = 2; x = 3 } unless { x == 1; x == 7; x = 9 } }
