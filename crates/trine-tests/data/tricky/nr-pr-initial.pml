// _nr_pr counts active processes from the start.
active [2] proctype P() { assert(_nr_pr == 3 || _nr_pr == 2) }
init { assert(_nr_pr == 3 || _nr_pr == 1 || _nr_pr == 2) }
