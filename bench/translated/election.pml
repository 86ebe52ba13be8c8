/* Leader election in a ring: every process sends its number, the largest seen goes on, the one that gets its own number
   back leads. A link holds two numbers; processes may start late. */
#ifndef N
#define N	4
#endif

byte first[N], second[N];	/* what the link into a process holds; 0 is nothing */
byte leaders;

active [N] proctype Process()
{
	byte held, best;
start:
	if
	:: d_step { first[(_pid + 1) % N] == 0; first[(_pid + 1) % N] = (_pid * 2) % N + 1; best = (_pid * 2) % N + 1 } goto relay
	:: d_step { first[_pid] != 0; best = first[_pid]; held = first[_pid]; first[_pid] = second[_pid]; second[_pid] = 0 } goto pass
	fi;
relay:
	if
	:: d_step { first[(_pid + 1) % N] == 0 && first[_pid] == 0; first[(_pid + 1) % N] = best } goto relay
	:: d_step { first[_pid] > best; best = first[_pid]; held = first[_pid]; first[_pid] = second[_pid]; second[_pid] = 0 } goto pass
	:: d_step { first[_pid] != 0 && first[_pid] < best; first[_pid] = second[_pid]; second[_pid] = 0 } goto relay
	:: d_step { first[_pid] != 0 && first[_pid] == best; leaders++; assert(leaders <= N); first[_pid] = second[_pid]; second[_pid] = 0 } goto led
	fi;
pass:
	if
	:: d_step { first[(_pid + 1) % N] == 0; first[(_pid + 1) % N] = held; held = 0 } goto relay
	:: d_step { first[(_pid + 1) % N] != 0 && second[(_pid + 1) % N] == 0; second[(_pid + 1) % N] = held; held = 0 } goto relay
	:: d_step { first[(_pid + 1) % N] != 0 && second[(_pid + 1) % N] != 0; held = 0 } goto relay
	fi;
led:
	if
	:: d_step { first[_pid] != 0; first[_pid] = second[_pid]; second[_pid] = 0 } goto led
	:: d_step { leaders > 0; leaders--; best = 0 } goto start
	fi
}
