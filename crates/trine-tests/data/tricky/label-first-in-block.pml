// A label first in a block, before a loop: its mark counts when the loop comes round.
byte x; chan c = [1] of { byte };
active proctype P() { { end_idle: do :: c?x od } }
active proctype Q() { if :: c!1 :: skip fi }
