// Arguments are truncated to the parameter's type.
int x;
proctype C(byte b; bit t; short s) { x = b * 100 + t * 10 + s; assert(b == 1 && t == 1 && s == -1) }
init { run C(257, 3, 65535) }
