// In a deadlock nobody asks whether the trace automaton is at its end.
chan c = [0] of { byte };
byte x;
active proctype P() { c?x }
trace { c!_ }
