class Other { int v() { return 2; } }
