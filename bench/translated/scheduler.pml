/* A round-robin scheduler with two locks: tasks become ready, run for a quantum, block on a lock and are woken when it is
   given back. */
#ifndef N
#define N	8
#endif
#define QUANTUM	3
#define FREE	15

mtype = { asleep, ready, running, blocked };
mtype state[N] = asleep;
byte current = FREE;
byte left;
byte lock[2] = FREE;

active [N] proctype Task()
{
	byte wanted;
begin:
	if
	:: d_step { state[_pid] == asleep; state[_pid] = ready } goto begin
	:: d_step { current == _pid && left > 0; left-- } goto begin
	:: d_step { current == _pid && left > 0 && lock[0] == FREE; lock[0] = _pid; left-- } goto one
	:: d_step { current == _pid && left > 0 && lock[0] != FREE; state[_pid] = blocked; current = FREE; left = 0 } goto begin
	:: d_step { current == _pid && left > 0; state[_pid] = asleep; current = FREE; left = 0 } goto begin
	:: d_step { state[_pid] == blocked && lock[0] == FREE; state[_pid] = ready } goto begin
	fi;
one:
	if
	:: d_step { current == _pid && left > 0 && lock[1] == FREE; lock[1] = _pid; left-- } goto two
	:: d_step { current == _pid && left > 0 && lock[1] != FREE; state[_pid] = blocked; wanted = 1; current = FREE; left = 0 } goto one
	:: d_step { wanted == 1 && lock[1] == FREE; wanted = 0; state[_pid] = ready } goto one
	:: d_step { current == _pid && left > 0; lock[0] = FREE; left-- } goto begin
	fi;
two:
	if
	:: d_step { current == _pid && left > 0; assert(lock[0] == _pid && lock[1] == _pid); lock[0] = FREE; left-- } goto three
	fi;
three:
	if
	:: d_step { current == _pid && left > 0; lock[1] = FREE; left-- } goto begin
	:: d_step { current == _pid && left > 0 && lock[0] == FREE; lock[0] = _pid; left-- } goto two
	fi
}

active proctype Scheduler()
{
	byte turn;
pick:
	if
	:: d_step { current == FREE && state[turn] == ready; state[turn] = running; current = turn; left = QUANTUM } goto pick
	:: d_step { current == FREE && state[turn] != ready; turn = (turn + 1) % N } goto pick
	:: d_step { current != FREE && left == 0; state[current] = ready; current = FREE; turn = (turn + 1) % N } goto pick
	fi
}
