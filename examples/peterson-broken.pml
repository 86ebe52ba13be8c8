/* Peterson's algorithm with one word changed: each process keeps the turn for itself instead of
 * giving it away, so neither ever has to wait for the other.
 */

bool wants[2];
byte turn;
byte inside;

ltl exclusion { [] (inside <= 1) }

active [2] proctype Process()
{
	byte other = 1 - _pid;

	do
	:: wants[_pid] = true;
	   turn = _pid;         /* the mistake */
	   (!wants[other] || turn == _pid);

	   inside++;
	   assert(inside == 1);
	   inside--;

	   wants[_pid] = false
	od
}
