// xr and xs hold: one reader, one writer.
chan c = [2] of { byte };
active proctype S() { xs c; c!1; c!2 }
active proctype R() { xr c; byte v; c?v; c?v; assert(v == 2) }
