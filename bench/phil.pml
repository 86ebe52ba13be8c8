/*
 * Dining philosophers at a round table of N seats, forks as shared flags.
 *
 * Seat 0 reaches for its right fork first, all others for their left one, so that no circle of
 * waiting philosophers can close. Both forks are taken in one atomic step each; eating changes a
 * counter that an assertion bounds by the number of neighbours that can eat side by side.
 *
 *   spin -DN=8 …
 */
#ifndef N
#define N 8
#endif

bool fork[N];
byte eating;

active [N] proctype phil()
{
	byte l = _pid, r = (_pid+1)%N, t;

	/* the one that breaks the symmetry */
	if
	:: _pid == 0 -> t = l; l = r; r = t
	:: else
	fi;
	t = 0;

think:	atomic { !fork[l] -> fork[l] = 1 };
	atomic { !fork[r] -> fork[r] = 1 };

	eating++;
	assert(eating <= N/2);
	eating--;

	fork[r] = 0;
	fork[l] = 0;
	goto think
}

ltl live { [] (phil[1]@think -> <> (eating > 0)) }
