/* A directory protocol for caches: lines are invalid, shared or modified; the directory serves one request at a time and
   waits for answers to its invalidations. */
#ifndef N
#define N	6
#endif
#define NOBODY	15

mtype = { invalid, shared, modified, read, write, none };
mtype line[N] = invalid;
mtype asks[N] = none;
bit sharer[N], told[N], grant[N];
byte owner = NOBODY;

active [N] proctype Cache()
{
work:
	if
	:: d_step { line[_pid] == invalid && asks[_pid] == none && !told[_pid]; asks[_pid] = read } goto wait
	:: d_step { line[_pid] != modified && asks[_pid] == none && !told[_pid]; asks[_pid] = write } goto wait
	:: d_step { told[_pid] == 1; line[_pid] = invalid; told[_pid] = 0 } goto work
	fi;
wait:
	if
	:: d_step { grant[_pid] && asks[_pid] == read; line[_pid] = shared; grant[_pid] = 0; asks[_pid] = none } goto work
	:: d_step { grant[_pid] && asks[_pid] == write; line[_pid] = modified; grant[_pid] = 0; asks[_pid] = none } goto work
	:: d_step { told[_pid] == 1; line[_pid] = invalid; told[_pid] = 0 } goto wait
	fi
}

active proctype Directory()
{
	byte who, at, open;
serve:
	if
	:: d_step { asks[who] == none || grant[who]; who = (who + 1) % N } goto serve
	:: d_step { asks[who] == read && !grant[who] && owner == NOBODY; sharer[who] = 1; grant[who] = 1; who = (who + 1) % N } goto serve
	:: d_step { asks[who] == read && !grant[who] && owner != NOBODY; told[owner] = 1; sharer[owner] = 0; open = owner } goto recall
	:: d_step { asks[who] == write && !grant[who]; at = 0 } goto sweep
	fi;
recall:
	if
	:: d_step { told[open] == 0 && !grant[open]; open = 0; owner = NOBODY } goto serve
	fi;
sweep:
	if
	:: d_step { at < N && sharer[at] && at != who && !grant[at]; told[at] = 1; sharer[at] = 0; open = at } goto answer
	:: d_step { at < N && (!sharer[at] || at == who); at++ } goto sweep
	:: d_step { at == N; owner = who; sharer[who] = 1; grant[who] = 1; at = 0; who = (who + 1) % N } goto serve
	fi;
answer:
	if
	:: d_step { told[open] == 0; assert(line[open] == invalid); open = 0; at++ } goto sweep
	fi
}
