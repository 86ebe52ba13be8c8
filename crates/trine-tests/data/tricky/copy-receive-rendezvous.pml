// ?<> on a rendezvous channel.
chan c = [0] of { byte };
byte x;
active proctype P() { c!7 }
active proctype Q() { c?<x> }
