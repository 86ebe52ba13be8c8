// np_ is false while a run that ended stutters: no accepting cycle.
byte x;
active proctype P() { x = 1 }
never { accept: do :: np_ od }
