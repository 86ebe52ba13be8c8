// inline substitutes text: an argument can be a variable, an expression or a channel.
chan c = [1] of { byte };
byte x, y;
inline move(to, from, ch) { ch!from; ch?to }
active proctype P() { move(x, 3 + 4, c); assert(x == 7); move(y, x, c); assert(y == 7) }
