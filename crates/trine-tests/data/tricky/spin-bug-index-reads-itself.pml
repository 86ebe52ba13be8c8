// SPIN undoes an assignment to the element that its own index reads with the index of afterwards.
byte x[3] = 3;
active proctype P() { skip }
active proctype Q() { x[(x[0] % 3)] = 1 }
