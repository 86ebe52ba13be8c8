// Polls are expressions: 0 or 1, with variables matching anything and constants compared.
chan c = [2] of { byte, byte };
byte x, n;
active proctype P() { n = c?[1,x]; assert(n == 0); c!1,2; n = c?[1,x] + c?[2,x] * 10; assert(n == 1 && x == 0); n = c?[1,eval(x)]; assert(n == 0) }
