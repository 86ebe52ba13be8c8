// Two fields in one element: SPIN undoes the receive to what was there after the first field.
byte g[3] = 2;
short h;
chan c = [2] of { byte, bool };
active [2] proctype P() {
	if :: c!!0(0) :: c?h, 0; c?g[0], g[0] fi;
	do :: c!g[0], 0; break od
}
