/* A telephone exchange: subscribers lift, dial, ring, talk, are told that the line is busy, and hang up. */
#ifndef N
#define N	6
#endif
#define NONE	15

mtype = { onhook, dialtone, ringing, rung, talking, busy };
mtype line[N] = onhook;
byte partner[N] = NONE;

active [N] proctype Subscriber()
{
	byte number, other;
rest:
	if
	:: d_step { line[_pid] == onhook; line[_pid] = dialtone } goto dial
	:: d_step { line[_pid] == rung; other = partner[_pid]; line[_pid] = talking; line[other] = talking; other = 0 } goto talk
	fi;
dial:
	if
	:: d_step { number < N - 1; number++ } goto dial
	:: d_step { number != _pid && line[number] == onhook; line[_pid] = ringing; partner[_pid] = number; line[number] = rung; partner[number] = _pid; number = 0 } goto call
	:: d_step { number == _pid || line[number] != onhook; line[_pid] = busy; number = 0 } goto refused
	:: d_step { line[_pid] == dialtone; line[_pid] = onhook; number = 0 } goto rest
	fi;
call:
	if
	:: d_step { line[_pid] == ringing; other = partner[_pid]; line[other] = onhook; partner[other] = NONE; other = 0; line[_pid] = onhook; partner[_pid] = NONE } goto rest
	:: d_step { line[_pid] == talking; other = partner[_pid]; assert(partner[other] == _pid); other = 0 } goto talk
	:: d_step { line[_pid] == busy; partner[_pid] = NONE } goto refused
	fi;
talk:
	if
	:: d_step { line[_pid] == talking; other = partner[_pid]; line[other] = busy; partner[other] = NONE; other = 0; partner[_pid] = NONE; line[_pid] = onhook } goto rest
	:: d_step { line[_pid] == busy; partner[_pid] = NONE } goto refused
	fi;
refused:
	if
	:: d_step { line[_pid] == busy; line[_pid] = onhook; partner[_pid] = NONE } goto rest
	fi
}
