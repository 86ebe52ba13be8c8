// xr does not hold: two readers. With reduction a run-time error, raw none.
chan c = [2] of { byte };
active proctype S() { c!1; c!2 }
active [2] proctype R() { xr c; byte v; c?v }
