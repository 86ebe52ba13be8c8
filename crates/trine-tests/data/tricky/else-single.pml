// else as the only option of a choice is always executable.
byte x;
active proctype P() { if :: else -> x = 1 fi; do :: else -> break od }
