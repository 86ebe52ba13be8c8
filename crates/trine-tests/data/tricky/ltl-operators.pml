// Until, weak until and release.
byte x;
active proctype P() { x = 1; x = 2; do :: x = 3 od }
ltl u { (x < 2) U (x == 2) }
ltl w { (x < 9) W (x == 9) }
ltl v { (x == 2) V (x < 3) }
ltl words { always (x != 7 implies eventually (x == 3)) }
