/* Fischer's mutual exclusion as a timed automaton in discrete time: a clock for each process, a process that lets
   time pass while no invariant forbids it. */
#ifndef N
#define N	8
#endif
#define WRITE	1	/* at most so long until the write */
#define READ	2	/* at least so long until the read */
#define OFF	3

byte owner;
byte clock[N] = OFF;
bit hurry[N];
byte inside;

active [N] proctype Process()
{
idle:
	if
	:: d_step { owner == 0; clock[_pid] = 0; hurry[_pid] = 1 } goto ask
	fi;
ask:
	if
	:: d_step { clock[_pid] <= WRITE; owner = _pid + 1; clock[_pid] = 0; hurry[_pid] = 0 } goto wait
	fi;
wait:
	if
	:: d_step { clock[_pid] >= READ && owner == _pid + 1; clock[_pid] = OFF; inside++; assert(inside == 1) } goto critical
	:: d_step { clock[_pid] >= READ && owner != _pid + 1; clock[_pid] = OFF } goto idle
	fi;
critical:
	if
	:: d_step { owner == _pid + 1; owner = 0; inside-- } goto idle
	fi
}

active proctype Time()
{
	byte at;
	bit late;
tick:
	if
	:: d_step {
		late = 0; at = 0;
		do
		:: at < N && hurry[at] && clock[at] >= WRITE -> late = 1; at++
		:: at < N && !(hurry[at] && clock[at] >= WRITE) -> at++
		:: else -> break
		od;
		at = 0;
		do
		:: at < N && !late && clock[at] < READ -> clock[at]++; at++
		:: at < N && (late || clock[at] >= READ) -> at++
		:: else -> break
		od;
		at = 0; late = 0
	   } goto tick
	fi
}
