/* The word counter of Holzmann's notes (section 5), whole: lines, words and characters of a text
 * that ends with -1. The model is closed by an author who writes any text of at most LENGTH
 * characters of the four kinds that the counter tells apart.
 *
 * What happens when the text is long enough for a counter to wrap: wrap-byte.pml, wrap-short.pml
 * and wrap-int.pml.
 */

#ifndef LENGTH
#define LENGTH 10
#endif

#define END (-1)
#define NEWLINE 10
#define TAB 9
#define SPACE 32
#define LETTER 97

chan text = [1] of { short };

int lines, words, characters;

ltl a_line_is_a_character { [] (characters >= lines) }
ltl a_word_is_a_character { [] (characters >= words) }

active proctype Counter()
{
	short c;
	bool in_word;

	do
	:: text ? c ->
		if
		:: c == END -> break
		:: c == NEWLINE -> characters++; lines++
		:: else -> characters++
		fi;
		if
		:: c == NEWLINE || c == TAB || c == SPACE -> in_word = false
		:: else ->
			if
			:: in_word
			:: !in_word -> words++; in_word = true
			fi
		fi
	od;
	assert(lines + words <= characters);
	printf("%d\t%d\t%d\n", lines, words, characters)
}

active proctype Author()
{
	byte written;

	do
	:: written < LENGTH ->
		written++;
		if
		:: text ! NEWLINE
		:: text ! TAB
		:: text ! SPACE
		:: text ! LETTER
		fi
	:: text ! END -> break
	od
}
