/* A client asks a server, again and again; the server has to look things up with a helper before it answers. */
mtype = { ask, look, found, answer };
chan a = [0] of { mtype };
chan b = [1] of { mtype };
chan c = [1] of { mtype };

active proctype client() {
  do
  :: a!ask; a?answer
  od
}

active proctype server() {
  do
  :: a?ask; b!look; c?found; a!answer
  od
}

active proctype helper() {
  do
  :: b?look; c!found
  od
}
