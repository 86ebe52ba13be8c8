// The escape is a choice: one option is executable, the other is an offer that nobody takes. SPIN
// then also runs the main sequence, if the offer comes first in the text (see differences.tsv).
chan c = [0] of { byte };
byte x;
active proctype P() { { x = 1; x = 2 } unless { if :: c!1 :: skip fi }; x = 3 }
