// During a step `_last` is the process of the step before; a d_step is one step.
byte seen = 9, inside = 9, after = 9;
bool go;
active proctype P0() { go = true }
active proctype P1() {
	atomic {
		go -> seen = _last;
		d_step { inside = _last; inside = inside * 10 + _last };
		after = _last
	};
	assert(seen == 1 && inside == 11 && after == 1)
}
active proctype P2() { byte mine; (after != 9); mine = _last; assert(mine == 1 || mine == 2 || mine == 0) }
