// np_ in a claim: true while no process is at a progress label.
byte x;
active proctype P() { do :: x = 1; progress: x = 0 :: x = 2 od }
never { do :: true :: np_ -> break od; accept: do :: np_ od }
