// eval of a variable that the same receive sets compares the old value. SPIN's own count is wrong
// here: when it undoes the receive it writes the new x into the place of eval, so the message comes
// back as 7,7 and the second option looks executable (see differences.tsv).
chan c = [1] of { byte, byte };
byte x = 5;
active proctype P() { c!7,5; if :: c?x,eval(x) -> assert(x == 7) :: c?[7,7] -> x = 0 fi }
