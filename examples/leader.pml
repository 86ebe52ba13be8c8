/* Leader election in a ring that passes messages one way (the algorithm of Dolev, Klawe and Rodeh,
 * and of Peterson). N nodes with the numbers 1 to N; try -DN=1 to -DN=7. Great and small numbers
 * take turns around the ring, so that it takes more than one round to decide.
 *
 * In each round every active node learns the numbers that its two nearest active neighbours on the
 * left stand for. If the nearer one is the greatest of the three it goes on, standing for that
 * number; otherwise it only passes messages on. A node whose own number comes back is the last.
 */

#ifndef N
#define N 4
#endif

mtype = { NEAR, FAR, ELECTED };

chan link[N] = [2 * N] of { mtype, byte };

byte leaders;

ltl at_most_one { [] (leaders <= 1) }
ltl at_last_one { <> (leaders == 1) }

proctype Node(chan in, out; byte number)
{
	byte near, far;        /* what the neighbours stand for */
	bool active_node = true;
	bool is_leader;

	xr in;
	xs out;

	out ! NEAR, number;
	do
	:: in ? NEAR, near ->
		if
		:: !active_node -> out ! NEAR, near
		:: active_node && near != number -> out ! FAR, near
		:: active_node && near == number ->
			is_leader = true;
			leaders++;
			assert(leaders == 1);
			assert(number == N);
			out ! ELECTED, number
		fi
	:: in ? FAR, far ->
		if
		:: !active_node -> out ! FAR, far
		:: active_node && near > far && near > number ->
			number = near;
			out ! NEAR, number
		:: active_node && !(near > far && near > number) ->
			active_node = false
		fi
	:: in ? ELECTED, far ->
		assert(far == N);
		if
		:: is_leader
		:: !is_leader -> out ! ELECTED, far
		fi;
		break
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. N - 1) {
			run Node(link[i], link[(i + 1) % N], (i % 2 -> (i + 1) / 2 : N - i / 2))
		}
	}
}
