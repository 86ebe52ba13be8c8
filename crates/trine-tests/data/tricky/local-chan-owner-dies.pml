// A send to a channel whose owner has died.
chan out = [1] of { chan };
byte go;
active proctype Q() { chan c; out?c; go == 1; c!7 }
active proctype P() { chan mine = [1] of { byte }; out!mine }
active proctype R() { go = 1 }
