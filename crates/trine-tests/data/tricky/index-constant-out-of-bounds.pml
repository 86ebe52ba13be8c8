// A constant index out of bounds is only seen at run time, once per evaluation.
byte a[2], x;
active proctype P() { a[2] = 1 }
