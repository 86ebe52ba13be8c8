// break and goto out of for.
byte s; byte i;
active proctype P() { for (i : 0 .. 5) { if :: i == 2 -> break :: else -> s++ fi } assert(i == 2 && s == 2); for (i : 0 .. 5) { if :: i == 3 -> goto out :: else fi } assert(false); out: skip }
