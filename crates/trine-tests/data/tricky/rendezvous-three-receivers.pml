// One sender, three receivers: any of them may take the message, in one step.
chan c = [0] of { byte };
byte who;
active proctype S() { c!1; c!2 }
active [3] proctype R() { byte v; c?v; who = _pid; assert(v != 2 || who != 1) }
