// Variables declared in an inline are fresh for each call; each initialiser is a step of its own.
byte x;
inline f(a) { byte t = 2; t = t + a; x = x + t }
active proctype P() { f(1); f(2); assert(x == 7) }
