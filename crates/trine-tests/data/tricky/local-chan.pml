// A local channel exists while its process does; its id is passed to another process.
chan out = [1] of { chan };
byte got;
active proctype P() { chan mine = [1] of { byte }; out!mine; mine?got }
active proctype Q() { chan c; out?c; c!7 }
