// else beside full(): SPIN prints that this is dubious, and takes it.
chan c = [1] of { byte };
byte x;
active proctype P() { if :: full(c) -> x = 1 :: else -> x = 2 fi }
