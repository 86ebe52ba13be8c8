// The example of Siegel and Avrunin, "Improving the precision of INCA by eliminating solutions with
// spurious cycles" (2001), Figure 1: three tasks that meet at the entries a, b and c of the first.

chan a = [0] of { bit };
chan b = [0] of { bit };
chan c = [0] of { bit };

active proctype t1() {
  c?_;
  do
  :: b?_ ->
     do
     :: a?_
     od
  :: a?_ ->
     do
     :: a?_
     :: c?_ -> break
     od
  od
}

active proctype t2() {
  c!0;
  do
  :: a!0
  od
}

active proctype t3() {
  b!0
}
