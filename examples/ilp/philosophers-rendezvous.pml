/* Three philosophers; a fork is a process that meets whoever takes it and puts it down. The last philosopher
   is left-handed, unless all are made alike. */
chan up0 = [0] of { byte };
chan up1 = [0] of { byte };
chan up2 = [0] of { byte };
chan down0 = [0] of { byte };
chan down1 = [0] of { byte };
chan down2 = [0] of { byte };

active proctype Fork0() { do :: up0?_; down0?_ od }
active proctype Fork1() { do :: up1?_; down1?_ od }
active proctype Fork2() { do :: up2?_; down2?_ od }

active proctype Philosopher0() {
	do
	:: up0!0; up1!0;
eats0:	   down1!0; down0!0
	od
}

active proctype Philosopher1() {
	do
	:: up1!1; up2!1;
eats1:	   down2!1; down1!1
	od
}

active proctype Philosopher2() {
	do
#ifdef ALIKE
	:: up2!2; up0!2; down0!2; down2!2
#else
	:: up0!2; up2!2; down2!2; down0!2
#endif
	od
}
