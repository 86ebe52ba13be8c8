/* The clerks of transfer.pml, repaired: a lock on each account, taken in the same order by both.
 */

byte balance[2] = 10;
bool locked[2];
byte finished;

inline lock(account)
{
	atomic { !locked[account] -> locked[account] = true }
}

inline unlock(account)
{
	locked[account] = false
}

proctype Clerk(byte from, into)
{
	byte old;

	lock(0);
	lock(1);

	old = balance[from];
	balance[from] = old - 1;

	old = balance[into];
	balance[into] = old + 1;

	unlock(1);
	unlock(0);

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
