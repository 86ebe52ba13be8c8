/* Dining philosophers who all take the fork on the same side first: each can end up holding one
 * fork and waiting for the next one, for ever.
 */

#ifndef N
#define N 4
#endif

bool taken[N];         /* fork i lies between philosophers i - 1 and i */

inline take(fork)
{
	atomic { !taken[fork] -> taken[fork] = true }
}

inline put(fork)
{
	assert(taken[fork]);
	taken[fork] = false
}

active [N] proctype Philosopher()
{
	byte left = _pid;
	byte right = (_pid + 1) % N;

	do
	:: take(left);
	   take(right);
	   put(right);
	   put(left)
	od
}
