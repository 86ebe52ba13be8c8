/* Two processes take turns by shared variables alone. */
bool wants0, wants1;
byte turn;

active proctype P0() {
	do
	:: wants0 = true; turn = 1;
	   (!wants1 || turn == 0);
in0:	   skip;
out0:	   wants0 = false
	od
}

active proctype P1() {
	do
	:: wants1 = true; turn = 0;
	   (!wants0 || turn == 1);
in1:	   skip;
out1:	   wants1 = false
	od
}
