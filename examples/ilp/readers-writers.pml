/* Two readers and two writers, and one who lets them in. */
chan startRead = [0] of { bit };
chan endRead = [0] of { bit };
chan startWrite = [0] of { bit };
chan endWrite = [0] of { bit };

active proctype Door() {
	byte readers;
	do
	:: readers < 2 -> startRead?_; readers++
	:: readers > 0 -> endRead?_; readers--
	:: readers == 0 -> startWrite?_; endWrite?_
	od
}

active [2] proctype Reader() { do :: startRead!1; endRead!1 od }
active [2] proctype Writer() { do :: startWrite!1; endWrite!1 od }
