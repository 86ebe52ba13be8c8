/* A production cell: a feed belt, a table that rises and turns, a robot with two arms, a press, a deposit belt, and a crane
   that brings the plates back. */
#ifndef PLATES
#define PLATES	6
#endif

byte feed, deposit;	/* plates on the belts */
bit table, press, forged, arm1, arm2, crane;
byte height;	/* of the table: 0 low, 2 high */
byte angle;	/* of the robot: 0 at the table, 1 and 2 at the press, 3 at the deposit belt */
byte stroke;	/* of the press: 0 low, 1 middle, 2 high */
byte made;

active proctype Belt()
{
	byte gap;
feeding:
	if
	:: d_step { made < PLATES && feed < 3; made++; feed++; gap = 2 } goto feeding
	:: d_step { gap > 0; gap-- } goto feeding
	:: d_step { feed > 0 && gap == 0 && !table && height == 0; feed--; table = 1 } goto feeding
	fi
}

active proctype Table()
{
	byte turn;
low:
	if
	:: d_step { table && height < 2; height++ } goto low
	:: d_step { table && height == 2 && turn < 3; turn++ } goto low
	:: d_step { table && turn == 3; turn = 3 } goto high
	fi;
high:
	if
	:: d_step { !table && turn > 0; turn-- } goto high
	:: d_step { !table && turn == 0 && height > 0; height-- } goto high
	:: d_step { height == 0 && turn == 0; turn = 0 } goto low
	fi
}

active proctype Robot()
{
	byte reach;
move:
	if
	:: d_step { angle < 3 && reach == 0; angle++ } goto move
	:: d_step { angle > 0 && reach == 0; angle-- } goto move
	:: d_step { reach < 2 && (angle != 1 || stroke == 1) && (angle != 2 || stroke == 0); reach++ } goto move
	:: d_step { reach > 0; reach-- } goto move
	:: d_step { angle == 0 && reach == 2 && table && height == 2 && !arm1; arm1 = 1; table = 0 } goto move
	:: d_step { angle == 1 && reach == 2 && arm1 && !press && stroke == 1; arm1 = 0; press = 1 } goto move
	:: d_step { angle == 2 && reach == 2 && !arm2 && press && forged && stroke == 0; arm2 = 1; press = 0; forged = 0 } goto move
	:: d_step { angle == 3 && reach == 2 && arm2 && deposit < 3; arm2 = 0; deposit++ } goto move
	fi
}

active proctype Press()
{
wait:
	if
	:: d_step { press && !forged && stroke < 2; stroke++ } goto wait
	:: d_step { press && !forged && stroke == 2; forged = 1 } goto wait
	:: d_step { forged && stroke > 0; stroke-- } goto wait
	:: d_step { !press && stroke == 0; stroke = 1 } goto wait
	fi
}

active proctype Crane()
{
	byte way;
rest:
	if
	:: d_step { deposit > 0 && way == 0 && !crane; deposit--; crane = 1 } goto rest
	:: d_step { crane && way < 4; way++ } goto rest
	:: d_step { crane && way == 4 && feed < 3; feed++; crane = 0; assert(feed <= 3) } goto rest
	:: d_step { !crane && way > 0; way-- } goto rest
	fi
}
