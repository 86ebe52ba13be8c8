/* A file system: processes lock an inode, take a block from the free list, bind it, and give both back; blocks are
   looked for from where the name points. */
#ifndef N
#define N	5
#endif
#ifndef INODES
#define INODES	3
#endif
#ifndef BLOCKS
#define BLOCKS	4
#endif
#define NOTHING	15

byte holder[INODES] = NOTHING;
byte block[INODES] = NOTHING;
bit taken[BLOCKS], guarded[BLOCKS];

active [N] proctype Process()
{
	byte inode, at;
choose:
	if
	:: d_step { inode < INODES - 1; inode++ } goto choose
	:: d_step { holder[inode] == NOTHING; holder[inode] = _pid } goto look
	fi;
look:
	if
	:: d_step { block[inode] == NOTHING; at = (inode * 2) % BLOCKS } goto search
	:: d_step { block[inode] != NOTHING; at = block[inode] } goto drop
	fi;
search:
	if
	:: d_step { guarded[at] == 0; guarded[at] = 1 } goto test
	fi;
test:
	if
	:: d_step { taken[at] == 0; taken[at] = 1; block[inode] = at } goto bound
	:: d_step { taken[at] == 1; guarded[at] = 0; at = (at + 1) % BLOCKS } goto search
	fi;
bound:
	if
	:: d_step { guarded[at] == 1; guarded[at] = 0; at = 0 } goto leave
	fi;
drop:
	if
	:: d_step { guarded[at] == 0; assert(taken[at]); taken[at] = 0; block[inode] = NOTHING; at = 0 } goto leave
	:: d_step { guarded[at] == 0; at = 0 } goto leave
	fi;
leave:
	if
	:: d_step { holder[inode] == _pid; holder[inode] = NOTHING; inode = 0 } goto choose
	fi
}
