// A send to a channel variable that was never set.
chan d = [1] of { byte };
proctype S(chan c) { c!1 }
init { chan e; if :: run S(d) :: run S(e) fi }
