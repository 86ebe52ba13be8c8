// Both halves of a rendezvous are events: first the send, then the receive.
chan c = [0] of { byte };
active proctype P() { c!1; c!2 }
active proctype Q() { byte v; c?v; c?v }
trace { c!1; c?1; c!2; c?2 }
