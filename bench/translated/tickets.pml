/* Mutual exclusion with bounded tickets: a process draws one more than the greatest ticket it sees, and gives up
   where that would exceed the bound. */
#ifndef N
#define N	4
#endif
#ifndef MOST
#define MOST	4
#endif

byte ticket[N];
bit choosing[N];
byte inside;

active [N] proctype Process()
{
	byte other, greatest;
idle:
	if
	:: d_step { choosing[_pid] == 0; choosing[_pid] = 1; other = 0; greatest = 0 } goto choose
	fi;
choose:
	if
	:: d_step { other < N && ticket[other] > greatest; greatest = ticket[other]; other++ } goto choose
	:: d_step { other < N && ticket[other] <= greatest; other++ } goto choose
	:: d_step { other == N && greatest < MOST; ticket[_pid] = greatest + 1; choosing[_pid] = 0; other = 0; greatest = 0 } goto wait
	:: d_step { other == N && greatest == MOST; choosing[_pid] = 0; other = 0; greatest = 0 } goto idle
	fi;
wait:
	if
	:: d_step { other < N && choosing[other] == 0; greatest = ticket[other] } goto compare
	:: d_step { other == N; other = 0; inside++; assert(inside == 1) } goto critical
	fi;
compare:
	if
	:: d_step { ticket[other] == 0 || ticket[other] > ticket[_pid] || (ticket[other] == ticket[_pid] && other >= _pid); other++; greatest = 0 } goto wait
	fi;
critical:
	if
	:: d_step { ticket[_pid] > 0; inside--; ticket[_pid] = 0 } goto idle
	fi
}
