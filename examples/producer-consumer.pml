/* Producers hand numbered items to consumers through a small buffer. Every item arrives exactly
 * once, the producers end, and the consumers may wait for more.
 */

#define PRODUCERS 2
#define CONSUMERS 2
#define ITEMS 3        /* of each producer */
#define SLOTS 2

chan buffer = [SLOTS] of { byte, byte };       /* who made it, and which one it is */

typedef Shelf {
	bool got[ITEMS]
}
Shelf shelf[PRODUCERS];
byte consumed;

ltl all_arrive { <> (consumed == PRODUCERS * ITEMS) }
ltl none_too_many { [] (consumed <= PRODUCERS * ITEMS) }

active [PRODUCERS] proctype Producer()
{
	byte item;

	for (item : 0 .. ITEMS - 1) {
		buffer ! _pid, item
	}
}

active [CONSUMERS] proctype Consumer()
{
	byte maker, item;

end:	do
	:: atomic {
		buffer ? maker, item ->
		assert(!shelf[maker].got[item]);
		shelf[maker].got[item] = true;
		consumed++
	   }
	od
}
