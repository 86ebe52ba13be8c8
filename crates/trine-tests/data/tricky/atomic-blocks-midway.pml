// An atomic sequence that blocks half way loses control: the other process runs, and the
// sequence goes on, atomically again, once its statement is executable. The states inside that
// were reached without giving up control are not stored; the one where it blocked is.
byte x, y;
active proctype P() { atomic { x = 1; y == 1; x = 2; x = 3 } }
active proctype Q() { y = 1; assert(x != 2) }
