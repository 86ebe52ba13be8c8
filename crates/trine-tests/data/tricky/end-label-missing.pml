// The same without the label on one process.
chan c = [1] of { byte };
active proctype P() { byte v; c!1; c?v; here: c?v; c?v }
active proctype Q() { byte v; end: do :: c?v -> c!v od }
