/* The part of the word counter (wordcount.pml) that matters for characters >= lines: what is left
 * of it after slicing, and the three kinds of characters that this part tells apart.
 *
 * The counters have 32 bits, so the counter-example is a text of 2,147,483,648 characters. No
 * search gets there: the honest answer is that a limit was reached first. Give it one with
 * --memory-limit or --time-limit.
 */

#define END (-1)
#define NEWLINE 10
#define LETTER 97

chan text = [1] of { short };

int lines, characters;

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
