/* A client asks a server, which gives up now and then: from there on it only says that it is sorry. */
mtype = { ask, answer, sorry };
chan a = [0] of { mtype };

active proctype client() {
  do
  :: a!ask;
     do
     :: a?answer -> break
     :: a?sorry
     od
  od
}

active proctype server() {
  do
  :: a?ask;
     if
     :: a!answer
     :: do
        :: a!sorry
        od
     fi
  od
}
