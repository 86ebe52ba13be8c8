/* A protocol between two processes with windows: frames and acknowledgements may be lost; sequence numbers are twice as many
   as the window is wide. Each line keeps its frames in an array. */
#ifndef W
#define W	8
#endif
#ifndef ROOM
#define ROOM	3
#endif
#define SEQ	(2 * W)

byte data[ROOM], datas;
byte acks[ROOM], ackns;
byte sent, done;	/* what was sent and what arrived, modulo the sequence numbers */

active proctype Sender()
{
	byte base, next, flight;
send:
	if
	:: d_step { flight < W && datas < ROOM; data[datas] = next; datas++; next = (next + 1) % SEQ; flight++; sent = (sent + 1) % SEQ } goto send
	:: d_step { flight > 0 && datas < ROOM; data[datas] = base; datas++ } goto send
	:: d_step { ackns > 0 && (acks[0] + SEQ - base) % SEQ < flight;
		flight = flight - ((acks[0] + SEQ - base) % SEQ + 1); base = (acks[0] + 1) % SEQ;
		acks[0] = acks[1]; acks[1] = acks[2]; acks[2] = 0; ackns-- } goto send
	:: d_step { ackns > 0 && (acks[0] + SEQ - base) % SEQ >= flight; acks[0] = acks[1]; acks[1] = acks[2]; acks[2] = 0; ackns-- } goto send
	fi
}

active proctype Receiver()
{
	byte expected, last = SEQ - 1;
	bit owes;
receive:
	if
	:: d_step { datas > 0 && data[0] == expected; expected = (expected + 1) % SEQ; last = data[0]; done = (done + 1) % SEQ; owes = 1;
		data[0] = data[1]; data[1] = data[2]; data[2] = 0; datas-- } goto receive
	:: d_step { datas > 0 && data[0] != expected; owes = 1; data[0] = data[1]; data[1] = data[2]; data[2] = 0; datas-- } goto receive
	:: d_step { owes && ackns < ROOM; acks[ackns] = last; ackns++; owes = 0 } goto receive
	fi
}

active proctype Loss()
{
lose:
	if
	:: d_step { datas > 0; data[0] = data[1]; data[1] = data[2]; data[2] = 0; datas-- } goto lose
	:: d_step { ackns > 0; acks[0] = acks[1]; acks[1] = acks[2]; acks[2] = 0; ackns-- } goto lose
	:: d_step { datas > 1; assert((sent + SEQ - done) % SEQ <= W) } goto lose
	fi
}
