// Sorted send into a channel that was filled out of order by plain sends.
chan c = [4] of { byte };
byte a;
active proctype P() { c!5; c!1; c!!3; c!!0; c?a; assert(a == 0); c?a; assert(a == 3); c?a; assert(a == 5) }
