/* A sliding puzzle: one hole, and as many numbered tiles as there are other fields. */
#ifndef COLUMNS
#define COLUMNS	5
#endif
#define ROWS	2
#define SIZE	(ROWS * COLUMNS)

byte tile[SIZE];
byte hole;
byte moves;

active proctype Hand()
{
	byte at = 1;
lay:
	if
	:: d_step { at < SIZE; tile[at] = at; at++ } goto lay
	:: d_step { at == SIZE; at = 0 } goto slide
	fi;
slide:
	if
	:: d_step { hole % COLUMNS > 0; tile[hole] = tile[hole - 1]; hole--; tile[hole] = 0 } goto slide
	:: d_step { hole % COLUMNS < COLUMNS - 1; tile[hole] = tile[hole + 1]; hole++; tile[hole] = 0 } goto slide
	:: d_step { hole >= COLUMNS; tile[hole] = tile[hole - COLUMNS]; hole = hole - COLUMNS; tile[hole] = 0 } goto slide
	:: d_step { hole < SIZE - COLUMNS; tile[hole] = tile[hole + COLUMNS]; hole = hole + COLUMNS; tile[hole] = 0 } goto slide
	fi
}
