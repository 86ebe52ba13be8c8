// Channels as parameters and a channel array.
chan c[2] = [1] of { byte };
byte got;
proctype S(chan o; byte v) { o!v }
proctype R(chan i) { i?got }
init { atomic { run S(c[0], 4); run S(c[1], 5); run R(c[1]) } }
