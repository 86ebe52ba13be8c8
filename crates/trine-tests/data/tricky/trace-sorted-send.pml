// A trace looks at the last message of the channel, also after a sorted send that went elsewhere.
chan c = [2] of { byte };
active proctype P() { c!!2; c!!1 }
trace { c!2; c!1 }
