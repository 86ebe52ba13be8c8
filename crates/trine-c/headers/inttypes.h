#pragma once
#include <stdint.h>
#ifdef __LP64__
#define __PRI64 "l"
#else
#define __PRI64 "ll"
#endif
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 __PRI64 "d"
#define PRIi8 "i"
#define PRIi16 "i"
#define PRIi32 "i"
#define PRIi64 __PRI64 "i"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 __PRI64 "u"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 __PRI64 "x"
#define PRIX32 "X"
#define PRIX64 __PRI64 "X"
#define PRIo32 "o"
#define PRIo64 __PRI64 "o"
#define PRIdPTR "ld"
#define PRIuPTR "lu"
#define PRIxPTR "lx"
#define PRIdMAX __PRI64 "d"
#define PRIuMAX __PRI64 "u"
#define SCNd32 "d"
#define SCNd64 __PRI64 "d"
#define SCNu32 "u"
#define SCNu64 __PRI64 "u"
intmax_t imaxabs(intmax_t value);
intmax_t strtoimax(const char *text, char **end, int base);
uintmax_t strtoumax(const char *text, char **end, int base);
