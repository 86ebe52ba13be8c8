// timeout in a claim: the branch is not reported as a completed claim.
byte x;
active proctype P() { x == 1 }
never { do :: !timeout :: timeout -> break od }
