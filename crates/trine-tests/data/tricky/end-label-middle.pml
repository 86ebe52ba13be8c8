// An end label in the middle of a body makes waiting there a valid end.
chan c = [1] of { byte };
active proctype P() { byte v; c!1; c?v; endhere: c?v; c?v }
active proctype Q() { byte v; end: do :: c?v -> c!v od }
