#pragma once
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
#ifdef __LP64__
typedef long int64_t;
typedef unsigned long uint64_t;
#define __INT64_C(value) value##L
#define __UINT64_C(value) value##UL
#else
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define __INT64_C(value) value##LL
#define __UINT64_C(value) value##ULL
#endif
typedef int8_t int_least8_t;
typedef int16_t int_least16_t;
typedef int32_t int_least32_t;
typedef int64_t int_least64_t;
typedef uint8_t uint_least8_t;
typedef uint16_t uint_least16_t;
typedef uint32_t uint_least32_t;
typedef uint64_t uint_least64_t;
typedef signed char int_fast8_t;
typedef __PTRDIFF_TYPE__ int_fast16_t;
typedef __PTRDIFF_TYPE__ int_fast32_t;
typedef int64_t int_fast64_t;
typedef unsigned char uint_fast8_t;
typedef __SIZE_TYPE__ uint_fast16_t;
typedef __SIZE_TYPE__ uint_fast32_t;
typedef uint64_t uint_fast64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef int64_t intmax_t;
typedef uint64_t uintmax_t;
#define INT8_MIN (-128)
#define INT16_MIN (-32768)
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN (-__INT64_C(9223372036854775807) - 1)
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT64_MAX __INT64_C(9223372036854775807)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX __UINT64_C(18446744073709551615)
#define INTPTR_MIN (-__LONG_MAX__ - 1L)
#define INTPTR_MAX __LONG_MAX__
#define UINTPTR_MAX (2UL * __LONG_MAX__ + 1UL)
#define PTRDIFF_MIN INTPTR_MIN
#define PTRDIFF_MAX INTPTR_MAX
#define SIZE_MAX UINTPTR_MAX
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define INT8_C(value) value
#define INT16_C(value) value
#define INT32_C(value) value
#define INT64_C(value) __INT64_C(value)
#define UINT8_C(value) value
#define UINT16_C(value) value
#define UINT32_C(value) value##U
#define UINT64_C(value) __UINT64_C(value)
#define INTMAX_C(value) __INT64_C(value)
#define UINTMAX_C(value) __UINT64_C(value)
