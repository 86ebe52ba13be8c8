/* Two clerks move money between two accounts, one in each direction. Money may neither vanish nor
 * appear. This model is broken; docs/first-analysis.md repairs it.
 */

byte balance[2] = 10;
byte finished;

proctype Clerk(byte from, into)
{
	byte old;

	old = balance[from];
	balance[from] = old - 1;

	old = balance[into];
	balance[into] = old + 1;

	finished++
}

init {
	atomic {
		run Clerk(0, 1);
		run Clerk(1, 0)
	}
	finished == 2;
	assert(balance[0] + balance[1] == 20)
}
