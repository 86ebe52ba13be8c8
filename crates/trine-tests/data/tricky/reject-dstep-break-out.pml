// The d_step ends in a break of the loop around it.
byte x;
active proctype P() { do :: d_step { x < 3 -> x++ } :: d_step { x == 3 -> break } od; x = 9 }
