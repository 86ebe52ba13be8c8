// An option that is only break: leaving the loop makes no step of its own.
byte x;
active proctype P() { do :: x < 2 -> x++ :: break od; x = 5 }
