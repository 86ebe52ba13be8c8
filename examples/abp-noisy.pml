/* The alternating-bit protocol over a link that may damage messages, with the property that data
 * arrive in order, none missing and none twice. Damage is noticed (as by a checksum), not repaired.
 *
 * The sender repeats its message until it is acknowledged. With -DFORGETFUL it fetches new data
 * after every answer, as the program of abp.pml does: the same over a perfect link, but here a
 * damaged message is lost for good.
 */

#define NUMBERS 4      /* data are numbered; four are enough to notice a gap or a repetition */

mtype = { DATA, ACK, DAMAGED };

chan to_receiver = [1] of { mtype, byte, bit };
chan to_sender = [1] of { mtype, bit };

bool delivered;        /* the last step of the receiver delivered something */
bool noise;            /* the last message sent was damaged */

ltl delivered_for_ever { [] <> delivered }
ltl delivered_when_quiet { (<> [] !noise) -> ([] <> delivered) }

active proctype Sender()
{
	byte number;
	bit current, answer;

	do
	:: if
	   :: atomic { to_receiver ! DATA, number, current; noise = false }
	   :: atomic { to_receiver ! DAMAGED, 0, 0; noise = true }
	   fi;
	   if
	   :: to_sender ? ACK, answer ->
		if
		:: answer == current ->
			current = 1 - current;
			number = (number + 1) % NUMBERS
		:: else ->
#ifdef FORGETFUL
			number = (number + 1) % NUMBERS
#endif
			skip
		fi
	   :: to_sender ? DAMAGED, _
	   fi
	od
}

active proctype Receiver()
{
	byte number, due;
	bit got, expected;

end:	do
	:: to_receiver ? DATA, number, got ->
		if
		:: got == expected ->
			assert(number == due);
			due = (due + 1) % NUMBERS;
			expected = 1 - expected;
			delivered = true;
			delivered = false
		:: else
		fi;
		if
		:: atomic { to_sender ! ACK, got; noise = false }
		:: atomic { to_sender ! DAMAGED, 0; noise = true }
		fi
	:: to_receiver ? DAMAGED, _, _ ->
		/* repeat the last acknowledgement */
		if
		:: atomic { to_sender ! ACK, 1 - expected; noise = false }
		:: atomic { to_sender ! DAMAGED, 0; noise = true }
		fi
	od
}
