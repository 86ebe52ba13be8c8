/* Three philosophers; a fork lies on the table as a message in a channel of its own. The last one is
   left-handed. */
chan fork0 = [1] of { bit };
chan fork1 = [1] of { bit };
chan fork2 = [1] of { bit };

active proctype Table() { fork0!1; fork1!1; fork2!1 }

active proctype Philosopher0() {
	do
	:: fork0?1; fork1?1;
eats0:	   fork1!1;
puts0:	   fork0!1
	od
}

active proctype Philosopher1() {
	do
	:: fork1?1; fork2?1;
eats1:	   fork2!1; fork1!1
	od
}

active proctype Philosopher2() {
	do
	:: fork0?1; fork2?1; fork2!1; fork0!1
	od
}
