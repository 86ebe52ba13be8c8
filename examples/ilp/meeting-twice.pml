/* Both who meet look at the same variable, in the same step. */
chan c = [0] of { byte };
byte x = 1;

active proctype sender() {
  x = 2;
  c!x
}

active proctype receiver() {
  c?eval(x);
  x = 3
}
