// A send to a channel variable that was never set.
chan c;
active proctype P() { c!1 }
