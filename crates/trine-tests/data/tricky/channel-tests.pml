// len, empty, full, nempty, nfull of a buffered channel.
chan c = [2] of { byte };
byte x;
active proctype P() {
	assert(len(c) == 0); empty(c); nfull(c); c!1; nempty(c); nfull(c); c!2; full(c);
	if :: nfull(c) -> assert(false) :: full(c) -> skip fi
}
