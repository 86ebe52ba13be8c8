/* A memory controller: processors ask for rows of banks, the controller opens rows, answers, and refreshes each bank
   before its time is over. */
#ifndef CPUS
#define CPUS	3
#endif
#ifndef BANKS
#define BANKS	3
#endif
#define ROWS	2
#define SHUT	ROWS
#ifndef PERIOD
#define PERIOD	4
#endif

byte opened[BANKS] = SHUT;
byte age[BANKS];
byte bank[CPUS], row[CPUS];
bit wants[CPUS], served[CPUS];

active [CPUS] proctype Cpu()
{
	byte b, r;
think:
	if
	:: d_step { b < BANKS - 1; b++ } goto think
	:: d_step { r < ROWS - 1; r++ } goto think
	:: d_step { wants[_pid] == 0; bank[_pid] = b; row[_pid] = r; wants[_pid] = 1; b = 0; r = 0 } goto wait
	fi;
wait:
	if
	:: d_step { served[_pid] == 1; served[_pid] = 0; bank[_pid] = 0; row[_pid] = 0 } goto think
	fi
}

active proctype Controller()
{
	byte who, at;
scan:
	if
	:: d_step { wants[who] && opened[bank[who]] == row[who]; wants[who] = 0; served[who] = 1 } goto next
	:: d_step { wants[who] && opened[bank[who]] != row[who]; opened[bank[who]] = row[who] } goto next
	:: d_step { !wants[who]; at = 0 } goto next
	fi;
next:
	if
	:: d_step {
		who = (who + 1) % CPUS; at = 0;
		do
		:: at < BANKS && age[at] < PERIOD -> age[at]++; at++
		:: at < BANKS && age[at] >= PERIOD -> age[at] = 0; opened[at] = SHUT; at++
		:: else -> break
		od;
		at = 0
	   } goto refresh
	fi;
refresh:
	if
	:: d_step { age[who % BANKS] >= 2; age[who % BANKS] = 0; opened[who % BANKS] = SHUT } goto scan
	:: d_step { age[who % BANKS] < PERIOD; assert(age[0] <= PERIOD) } goto scan
	fi
}
