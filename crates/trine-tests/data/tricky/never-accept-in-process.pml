// Accept labels of processes count beside those of the claim.
byte x;
active proctype P() { accept: do :: x = 1 - x od }
never { do :: true od }
