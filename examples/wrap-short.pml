/* The part of the word counter (wordcount.pml) that matters for characters >= lines: what is left
 * of it after slicing, and the three kinds of characters that this part tells apart.
 *
 * The counters have 16 bits and a sign: the counter-example is a text of 32,768 characters, found
 * by a depth-first search. A breadth-first search meets every pair of counts on its way there.
 * Ask for this property alone (--property a_line_is_a_character): to decide the others, all 2^32
 * pairs of counts would have to be visited.
 */

#define END (-1)
#define NEWLINE 10
#define LETTER 97

chan text = [1] of { short };

short lines, characters;

ltl a_line_is_a_character { [] (characters >= lines) }

active proctype Counter()
{
	short c;

	do
	:: text ? c ->
		if
		:: c == END -> break
		:: c == NEWLINE -> characters++; lines++
		:: else -> characters++
		fi
	od
}

active proctype Author()
{
	do
	:: text ! NEWLINE
	:: text ! LETTER
	:: text ! END -> break
	od
}
