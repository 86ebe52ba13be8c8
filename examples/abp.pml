/* The alternating-bit program of Holzmann's notes (section 6.5), as a model: a sender and a
 * receiver, a channel each way, nothing is lost or damaged.
 *
 * The receiver answers each message with the message's own bit; the sender goes on to the next bit
 * when the answer has the bit that it sent. Fetching and delivering data always succeed and leave
 * no mark in the model.
 */

mtype = { DATA, ACK };

typedef Packet {
	byte size;
	mtype content
}

chan to_receiver = [2] of { Packet, bit };
chan to_sender = [2] of { Packet, bit };

active proctype Receiver()
{
	Packet got, answer;
	bit bit_got, expected;

	answer.size = 1;
	answer.content = ACK;

end:	do
	:: to_receiver ? got, bit_got ->
		assert(got.content == DATA);
		to_sender ! answer, bit_got;
		if
		:: bit_got == expected -> expected = 1 - expected
		:: else
		fi
	od
}

active proctype Sender()
{
	Packet message, answer;
	bit bit_got, current;

	message.size = 1;
	message.content = DATA;

	do
	:: to_receiver ! message, current;
	   to_sender ? answer, bit_got;
	   assert(answer.content == ACK);
	   if
	   :: bit_got == current -> current = 1 - current
	   :: else
	   fi
	od
}
