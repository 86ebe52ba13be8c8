/* An elevator: persons call it from where they are and choose a floor inside; the cab serves requests in the
   direction in which it moves before it turns. */
#ifndef FLOORS
#define FLOORS	4
#endif
#ifndef PERSONS
#define PERSONS	4
#endif

byte floor;
bit request[FLOORS];
bit open;
byte load;

active [PERSONS] proctype Person()
{
	byte at, to;
outside:
	if
	:: d_step { at > 0; at-- } goto outside
	:: d_step { at < FLOORS - 1; at++ } goto outside
	:: d_step { request[at] == 0; request[at] = 1 } goto called
	fi;
called:
	if
	:: d_step { open && floor == at && load < 2; load++; at = 0 } goto inside
	:: d_step { request[at] == 0 && !(open && floor == at); request[at] = 1 } goto called
	fi;
inside:
	if
	:: d_step { to < FLOORS - 1; to++ } goto inside
	:: d_step { request[to] == 0; request[to] = 1 } goto riding
	:: d_step { request[to] == 1 && floor != to; to = to } goto riding
	fi;
riding:
	if
	:: d_step { open && floor == to; load--; at = to; to = 0 } goto outside
	:: d_step { request[to] == 0 && !(open && floor == to); request[to] = 1 } goto riding
	fi
}

active proctype Cab()
{
	bit up = 1;
shut:
	if
	:: d_step { request[floor] == 1; request[floor] = 0; open = 1 } goto opened
	:: d_step { request[floor] == 0 && up && floor < FLOORS - 1; floor++ } goto shut
	:: d_step { request[floor] == 0 && !up && floor > 0; floor-- } goto shut
	:: d_step { up && floor == FLOORS - 1; up = 0 } goto shut
	:: d_step { !up && floor == 0; up = 1 } goto shut
	fi;
opened:
	if
	:: d_step { open == 1; assert(load <= 2); open = 0 } goto shut
	fi
}
