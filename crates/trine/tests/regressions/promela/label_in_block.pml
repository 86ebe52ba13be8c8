// A label may stand first in a block before a loop; the server may rest there once it has served.
chan c = [1] of { byte };
byte x;
active proctype Server() { { end_idle: do :: c?x od } }
active proctype Client() { c!1; c!2 }
