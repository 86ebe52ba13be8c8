/*
 * Dining philosophers with a process per fork: a fork is asked for and given back by rendezvous.
 *
 * Philosopher 0 asks in the other order than the rest, so the table never locks up. meals counts
 * modulo 4 and keeps the state space finite.
 *
 *   spin -DN=8 …
 */
#ifndef N
#define N 6
#endif

mtype = { get, put };

chan f[N] = [0] of { mtype };
byte meals;

active [N] proctype forkp()
{
end:	do
	:: f[_pid]?get -> f[_pid]?put
	od
}

active [N] proctype phil()
{
	byte me = _pid - N, nx = (_pid - N + 1) % N;

end:	do
	:: (me != 0) ->
		f[me]!get;
		f[nx]!get;
		meals = (meals+1)%4;
		f[nx]!put;
		f[me]!put
	:: (me == 0) ->
		f[nx]!get;
		f[me]!get;
		meals = (meals+1)%4;
		f[me]!put;
		f[nx]!put
	od
}
