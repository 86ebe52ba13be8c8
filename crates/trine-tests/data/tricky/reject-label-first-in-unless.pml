// A goto out of the main sequence leaves the escape behind; a goto back in finds it again.
byte x, y, n;
active proctype P() {
	{
back:	x++; goto out } unless { y -> x = 50; goto done };
out:	n++; if :: n < 2 -> goto back :: else fi;
done:	skip
}
active proctype Q() { y = 1 }
