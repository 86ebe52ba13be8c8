/* The two automata of Figure 10 in Holzmann's notes (section 3.3): each first writes a variable of
 * its own and then the one they share.
 *
 * There are six orders of the four assignments, and two results: g is 4 or 2. The order of x = 1
 * and y = 1 makes no difference to g, so a reduced search need not try both; the property ordered
 * sees the difference, and then the reduction must not hide it.
 */

local byte x;          /* written by T1 only */
local byte y;          /* written by T2 only */
byte g;

ltl grows { [] (g == 0 || g > x) }
ltl arrives { <> (g >= 2) }
ltl at_first { (g == 0) U (x == 1) }
ltl ordered { [] (x >= y) }

active proctype T1()
{
	x = 1;
	g = g + 2;
end:	false                  /* stay: the paper's automata do not end */
}

active proctype T2()
{
	y = 1;
	g = g * 2;
end:	false
}
