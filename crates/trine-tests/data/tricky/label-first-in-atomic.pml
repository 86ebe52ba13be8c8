// The same in atomic, in the main part of an unless and before one.
byte x, y; chan c = [1] of { byte };
active proctype P() { c!1; atomic { end_a: do :: c?x -> break od }; { end_b: do :: x == 1 -> x++ :: x == 2 -> break od } unless { y == 9 }; end_c: do :: c?x od unless { y == 1 } }
active proctype Q() { if :: y = 1 :: skip fi }
