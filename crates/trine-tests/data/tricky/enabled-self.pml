// enabled of oneself.
byte x;
active proctype P() { if :: enabled(_pid) -> x = 1 :: x = 2 fi }
