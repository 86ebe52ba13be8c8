/* Peterson's algorithm again, with the promise that the first process is served whenever it asks.
 * An execution that never runs the first process breaks the promise, so without fairness it is
 * violated; with --fairness weak a process that can always step must step, and the promise holds.
 */

bool wants[2];
byte turn;
bool served[2];

ltl served_when_asking { [] (wants[0] -> <> served[0]) }

active [2] proctype Process()
{
	byte other = 1 - _pid;

	do
	:: wants[_pid] = true;
	   turn = other;
	   (!wants[other] || turn == _pid);

	   served[_pid] = true;
	   served[_pid] = false;

	   wants[_pid] = false
	od
}
