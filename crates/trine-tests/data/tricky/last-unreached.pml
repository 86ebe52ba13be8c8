// _last in code that is never reached is part of the state all the same.
active proctype P() { skip }
active proctype Q() { goto out; (_last != 1); out: }
