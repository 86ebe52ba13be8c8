/* Peterson's algorithm: two processes share a critical section without a lock.
 * Whoever wants to enter says so and gives the turn away; it waits only while the other one also
 * wants to enter and has the turn.
 */

bool wants[2];
byte turn;      /* whose turn it is when both want to enter */
byte inside;    /* how many are in the critical section */

ltl exclusion { [] (inside <= 1) }
ltl lively { [] <> (inside == 1) }

active [2] proctype Process()
{
	byte other = 1 - _pid;

	do
	:: wants[_pid] = true;
	   turn = other;
	   (!wants[other] || turn == _pid);

	   inside++;
	   assert(inside == 1);
	   inside--;

	   wants[_pid] = false
	od
}
