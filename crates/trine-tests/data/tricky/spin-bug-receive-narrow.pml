// A received value that the variable cuts off: SPIN undoes the receive with the variable's value,
// so that the message comes back changed and other interleavings see it (see differences.tsv).
byte x, g;
chan c = [1] of { short };
proctype S() { c!-1 }
proctype R() { c?x }
init { run R(); run S(); g = 0 }
