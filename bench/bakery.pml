/*
 * Lamport's bakery for N customers. Tickets stop at MAXT: a customer who would need a higher one
 * steps back and tries again, which keeps the state space finite.
 *
 *   spin -DN=3 -DMAXT=100 …
 */
#ifndef N
#define N 3
#endif
#ifndef MAXT
#define MAXT 7
#endif

byte num[N];		/* the ticket of each customer, 0 when not in the shop */
bool choosing[N];	/* about to draw a ticket */
byte ncrit;		/* customers being served */

active [N] proctype P()
{
	byte j, m;

	do
	:: choosing[_pid] = 1;
	   m = 0;
	   j = 0;

	   /* the highest ticket in the shop */
	   do
	   :: j < N ->
		if
		:: num[j] > m -> m = num[j]
		:: else
		fi;
		j++
	   :: else -> break
	   od;

	   if
	   :: m < MAXT -> num[_pid] = m+1
	   :: else -> choosing[_pid] = 0; m = 0; j = 0; goto skp
	   fi;
	   choosing[_pid] = 0;
	   m = 0;
	   j = 0;

	   /* wait for all who come first */
	   do
	   :: j < N ->
		(!choosing[j]);
		(num[j] == 0 || num[j] > num[_pid] || (num[j] == num[_pid] && j >= _pid));
		j++
	   :: else -> break
	   od;
	   j = 0;

	   ncrit++;
	   assert(ncrit == 1);
	   ncrit--;

	   num[_pid] = 0
skp:	   skip
	od
}
