// _last as a value: during a step it is the process of the step before.
byte x, y;
active proctype P() { x = _last; x = _last + 1; assert(_last < 2) }
active proctype Q() { atomic { y = _last; y = y + _last }; d_step { y = _last; y = y + _last } }
