/* Dining philosophers: N around a table, a fork between each two. The last one takes its forks in
 * the other order, so that not all can wait in a circle.
 */

#ifndef N
#define N 4
#endif

bool taken[N];         /* fork i lies between philosophers i - 1 and i */
byte eating;

ltl somebody_eats { [] <> (eating > 0) }
ltl not_all_at_once { [] (eating <= N / 2) }

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
	byte first = _pid;
	byte second = (_pid + 1) % N;

	if
	:: first > second -> first = second; second = _pid
	:: else
	fi;

	do
	:: take(first);
	   take(second);
	   eating++;
	   eating--;
	   put(second);
	   put(first)
	od
}
