// Local bits, bools and unsigned variables, and parameters of these types.
proctype C(bit b; bool o; unsigned u : 3) { bit l = 3; bool k; unsigned w : 2; k = 2; w = 7; assert(b == 1 && o == 0 && u == 1 && l == 1 && k == 0 && w == 3) }
init { run C(3, 2, 9) }
