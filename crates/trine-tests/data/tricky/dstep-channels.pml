// Buffered sends and receives inside d_step; a full channel there is a block.
chan c = [2] of { byte };
byte x, y;
active proctype P() { d_step { c!1; c!2; c?x; c?y }; d_step { c!1; c!2; c!3 } }
